import { systemAlertKinds } from '#contract/home/system-alert.ts'
import { adminOnCallCalls } from '#contract/on-call/admin-on-call.ts'
import { refuse } from '#contract/refusals.ts'
import { asPlatform } from '#db/connect.ts'
import { callRobot } from '#domain/alert/index.ts'
import { queueMail } from '#domain/notification/index.ts'
import {
  addReceiver,
  changeReceiver,
  formatLetter,
  formatMessage,
  listNotices,
  listReceivers,
  openReceiver,
  recordTest,
  removeReceiver,
  testNotice,
} from '#domain/on-call/index.ts'
import { takeOne } from '#domain/platform/index.ts'
import { WebhookClient, webhookWorld } from '#domain/push/index.ts'
import type { AdminHandlerOptions } from '#http/server/handler-options.ts'
import { handle, handlePrepared } from '#http/server/serve.ts'
import { platformAccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'

const namesOf = (kinds: readonly (keyof typeof systemAlertKinds)[]) => kinds.map(kind => systemAlertKinds[kind].name).join('、')

export const adminOnCallHandlers = ({ secret, adminUrl, webhookClient = new WebhookClient(webhookWorld(false)) }: AdminHandlerOptions) => [
  handle(adminOnCallCalls.list, async ({ tx }) => ({ rows: await listReceivers(tx) })),

  handle(adminOnCallCalls.addRobot, async ({ tx, now, note }, robot) => {
    note({ object: robot.name, detail: { kind: robot.kind, after: namesOf(robot.alertKinds) } })
    await addReceiver(tx, secret, robot, now())
  }),

  handle(adminOnCallCalls.addMail, async ({ tx, now, note }, mail) => {
    note({ object: `${mail.name} ${mail.email}`, detail: { kind: 'email', after: namesOf(mail.alertKinds) } })
    await addReceiver(tx, secret, { ...mail, kind: 'email' }, now())
  }),

  handle(adminOnCallCalls.change, async ({ tx, note }, { receiverId, ...choice }) => {
    note({ object: choice.name, detail: { isEnabled: choice.isOn, after: namesOf(choice.alertKinds) } })
    await changeReceiver(tx, receiverId, choice)
  }),

  handle(adminOnCallCalls.remove, async ({ tx, note }, { receiverId }) => {
    note({ object: await removeReceiver(tx, receiverId) })
  }),

  handlePrepared(
    adminOnCallCalls.test,
    async ({ db, now, staff }, { receiverId }) => {
      const receiver = await asPlatform(db, async tx => {
        const counter = { key: `on-call-test:${staff.staffId}`, limit: { windowMs: 60_000, most: limits.onCallTestsPerMinute } }
        await takeOne(tx, [counter], now(), waitMs => refuse('too_many_requests', { seconds: Math.ceil(waitMs / 1000) }))
        const { alertKinds } = (await listReceivers(tx)).find(one => one.receiverId === receiverId) ?? refuse('not_found')
        return {
          notice: testNotice(firstOrThrow(alertKinds), now()),
          ...((await openReceiver(tx, secret, receiverId)) ?? refuse('not_found')),
        }
      })
      const began = performance.now()
      const message = formatMessage(receiver.notice, 'test', { url: adminUrl, now: now() })
      const failure = receiver.robot ? await callRobot(webhookClient, receiver.robot, message, now()) : null
      return {
        ...pick(receiver, 'name', 'email', 'notice'),
        failure: failure?.text ?? null,
        elapsedMs: Math.round(performance.now() - began),
      }
    },
    async ({ tx, now, note }, { receiverId }, { name, email, notice, failure, elapsedMs }) => {
      const letter = formatLetter(notice, 'test', { url: adminUrl, now: now() })
      const mailId = email ? await queueMail(tx, { account: platformAccountId, to: email, ...letter, now: now() }) : null
      await recordTest(tx, { receiverId, receiverName: name, failure, mailId, now: now() })
      note({ object: name, detail: { outcome: failure ?? '已发送' } })
      return { failure, elapsedMs }
    },
  ),

  handle(adminOnCallCalls.deliveries, ({ tx }, filter) => listNotices(tx, filter)),
]
