import { z } from 'zod'
import { accountUuid } from '#contract/scalars.ts'
import { asAccount, type Db } from '#db/connect.ts'
import {
  alertPage,
  callRobot,
  claimDelivery,
  endDelivery,
  formatRobotMessage,
  letterOf,
  openRobot,
  type RobotFailure,
  recordRobot,
  type WaitingDelivery,
  wordsOf,
} from '#domain/alert/index.ts'
import { sendPlatformMessage } from '#domain/messages/index.ts'
import { queueMail } from '#domain/notification/index.ts'
import { countUp } from '#domain/platform/index.ts'
import type { WebhookClient } from '#domain/push/index.ts'
import type { AccountId } from '#values/id.ts'
import type { RateLimit } from '#values/limiter.ts'
import { limits } from '#values/limits.ts'
import type { JobTask } from './task.ts'

const notifyJob = z.object({ account: accountUuid, alertId: z.string(), deliveryId: z.string() })
const daily: RateLimit = { windowMs: 86_400_000, most: limits.alertMessagesPerDay }
/** Limit of the template's variable. */
const titleCharacters = 60

interface TellOptions {
  /** The platform's master secret, which encrypts robots' addresses. */
  secret: string
  consoleUrl: string
  client: WebhookClient
}

type Key = Pick<z.output<typeof notifyJob>, 'alertId' | 'deliveryId'>

/**
 * Sends an alert to one person or group outside the console. A mail is written in the same transaction as its mark; an
 * SMS is marked before it is sent, so that a killed job notifies nobody twice; a robot is retried until it accepts the
 * message.
 */
export const notifyAlert =
  ({ secret, consoleUrl, client }: TellOptions): JobTask =>
  async (payload, { db, now, logger }) => {
    const { account: id, ...key } = notifyJob.parse(payload)
    const account = id
    const waiting = await asAccount(db, account, async tx => {
      const delivery = await claimDelivery(tx, account, key)
      if (delivery?.notificationMethod === 'sms') await endDelivery(tx, account, key, { state: 'sent', now: now() })
      if (delivery?.notificationMethod === 'email') {
        const letter = letterOf(delivery.alert, delivery.occasion, `${consoleUrl}${alertPage(key.alertId)}`)
        const mailId = await queueMail(tx, { account, to: delivery.email!, ...letter, now: now() })
        await endDelivery(tx, account, key, { state: 'sent', mailId, now: now() })
      }
      return delivery
    })
    if (waiting?.notificationMethod === 'sms') {
      const failure = await sendSms(db, account, waiting, { link: `${consoleUrl}${alertPage(key.alertId)}`, now: now() })
      if (failure) await asAccount(db, account, tx => endDelivery(tx, account, key, { state: 'failed', detail: failure, now: now() }))
    }
    if (waiting?.notificationMethod === 'robot') {
      const failure = await askRobot(db, account, waiting, { secret, consoleUrl, client, now: now() })
      await endRobot(db, account, { ...key, robotId: waiting.robotId! }, failure, now())
      if (failure) logger.warn({ deliveryId: key.deliveryId, failure }, 'robot did not take an alert')
      // Throws, so that the queue retries later.
      if (failure?.isWorthTrying) throw new Error(failure.text)
    }
  }

async function sendSms(
  db: Db,
  account: AccountId,
  { alert, occasion, phone }: WaitingDelivery,
  { link, now }: { link: string; now: Date },
): Promise<string | null> {
  const waitMs = await countUp(db, `alert-sms:${account}:${phone}`, daily, now)
  if (waitMs > 0) return `这个号码今天已收到${limits.alertMessagesPerDay}条预警短信`
  const title = wordsOf(alert, occasion).title.slice(0, titleCharacters)
  await sendPlatformMessage(db, { phone: phone!, templateCode: 'SMS_100031', parameters: { title, link }, now })
  return null
}

async function askRobot(
  db: Db,
  account: AccountId,
  { alert, occasion, robotId, queuedAt }: WaitingDelivery,
  { secret, consoleUrl, client, now }: TellOptions & { now: Date },
): Promise<RobotFailure | null> {
  const robot = await asAccount(db, account, tx => openRobot(tx, secret, account, robotId!))
  if (!robot) return { text: '群机器人已删除', isWorthTrying: false }
  const message = formatRobotMessage(alert, occasion, `${consoleUrl}${alertPage(alert.alertId)}`)
  const failure = await callRobot(client, robot, message, now)
  const isFresh = now.getTime() - queuedAt.getTime() < limits.robotMinutes * 60_000
  return failure && { ...failure, isWorthTrying: failure.isWorthTrying && isFresh }
}

async function endRobot(
  db: Db,
  account: AccountId,
  { robotId, ...key }: Key & { robotId: string },
  failure: RobotFailure | null,
  now: Date,
): Promise<void> {
  await asAccount(db, account, async tx => {
    const state = failure === null ? 'sent' : failure.isWorthTrying ? 'queued' : 'failed'
    await endDelivery(tx, account, key, { state, detail: failure?.text ?? null, now })
    await recordRobot(tx, account, { robotId, failure: failure?.text ?? null, now })
  })
}
