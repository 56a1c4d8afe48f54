import { z } from 'zod'
import { callRobot } from '#domain/alert/index.ts'
import { queueMail } from '#domain/notification/index.ts'
import { claimNotice, endNotice, formatLetter, formatMessage, type Notice, openReceiver } from '#domain/on-call/index.ts'
import type { WebhookClient } from '#domain/push/index.ts'
import { platformAccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import type { JobContext, JobTask } from './task.ts'

const noticeJob = z.object({ deliveryId: z.string() })

interface NoticeOptions {
  /** The platform's master secret, which encrypts robots' addresses. */
  secret: string
  /** Address of the back office. */
  adminUrl: string
  client: WebhookClient
}

/**
 * Sends a notice to one robot or mail address. A mail is written in the same transaction as its mark; a robot is asked
 * again until it accepts the message.
 */
export const notifyOnCall =
  (options: NoticeOptions): JobTask =>
  async (payload, context) => {
    const { deliveryId } = noticeJob.parse(payload)
    const { db, now, logger } = context
    const robot = await db.transaction().execute(async tx => {
      const notice = await claimNotice(tx, deliveryId)
      if (!notice) return null
      const receiver = notice.receiverId ? await openReceiver(tx, options.secret, notice.receiverId) : null
      if (receiver?.robot) return { notice, robot: receiver.robot }
      if (!receiver?.email) await endNotice(tx, deliveryId, { state: 'failed', failure: '接收方已删除', now: now() })
      else {
        const letter = formatLetter(notice.text, notice.occasion, { url: options.adminUrl, now: now() })
        const mailId = await queueMail(tx, { account: platformAccountId, to: receiver.email, ...letter, now: now() })
        await endNotice(tx, deliveryId, { state: 'sent', mailId, now: now() })
      }
      return null
    })
    if (!robot) return
    const failure = await askRobot(robot, options, context)
    const state = failure === null ? 'sent' : failure.isWorthTrying ? 'queued' : 'failed'
    await db.transaction().execute(tx => endNotice(tx, deliveryId, { state, failure: failure?.text ?? null, now: now() }))
    if (failure) logger.warn({ deliveryId, failure }, 'robot did not take a notice')
    // Throws, so that the queue retries later.
    if (failure?.isWorthTrying) throw new Error(failure.text)
  }

async function askRobot(
  { notice, robot }: { notice: Notice; robot: Parameters<typeof callRobot>[1] },
  { adminUrl, client }: NoticeOptions,
  { now }: JobContext,
) {
  const message = formatMessage(notice.text, notice.occasion, { url: adminUrl, now: now() })
  const failure = await callRobot(client, robot, message, now())
  const isFresh = now().getTime() - notice.queuedAt.getTime() < limits.robotMinutes * 60_000
  return failure && { ...failure, isWorthTrying: failure.isWorthTrying && isFresh }
}
