import { z } from 'zod'
import { channelsOf, type NotificationMethod } from '#contract/notification/notification-preference.ts'
import { accountUuid } from '#contract/scalars.ts'
import { asAccount } from '#db/connect.ts'
import { sendPlatformMessage } from '#domain/messages/index.ts'
import { claimNotification, notifiedMembers, queueMail } from '#domain/notification/index.ts'
import { countUp } from '#domain/platform/index.ts'
import type { RateLimit } from '#values/limiter.ts'
import { limits } from '#values/limits.ts'
import type { JobTask } from './task.ts'

const notifyJob = z.object({ account: accountUuid, messageId: z.string() })
const daily: RateLimit = { windowMs: 86_400_000, most: limits.transactionalMessagesPerDay }
/** Limit of the template's variable. */
const titleCharacters = 40

/**
 * Forwards a notification to members who chose SMS or mail. At most once: the mark is set before anything is sent, so
 * that a killed job skips some members rather than notifies others twice; the message centre has the notification in
 * any case.
 */
export const notifyMembers =
  (consoleUrl: string | null): JobTask =>
  async (payload, { db, now, logger }) => {
    const { account: id, messageId } = notifyJob.parse(payload)
    const account = id
    const due = await asAccount(db, account, async tx => {
      const notification = await claimNotification(tx, account, messageId, now())
      if (!notification) return null
      const members = await notifiedMembers(tx, account, notification)
      const by = (channel: NotificationMethod) => members.filter(member => channelsOf(notification.kind, member.choice).includes(channel))
      for (const { email } of by('email'))
        if (email)
          await queueMail(tx, {
            account,
            to: email,
            subject: `【鸿雁】${notification.title}`,
            text: letter(notification, consoleUrl),
            now: now(),
          })
      return { title: notification.title.slice(0, titleCharacters), members: by('sms') }
    })
    if (!due) return
    for (const { memberId, phone } of due.members) {
      const waitMs = await countUp(db, `notice-sms:${memberId}`, daily, now())
      if (waitMs > 0) logger.warn({ memberId, messageId }, 'no more notices by SMS today')
      else await sendPlatformMessage(db, { phone, templateCode: 'SMS_100030', parameters: { title: due.title }, now: now() })
    }
  }

function letter({ body, link }: { body: string; link: string | null }, consoleUrl: string | null): string {
  const where = link && consoleUrl ? `\n\n查看详情：${consoleUrl}${link}` : ''
  return `${body}${where}\n\n——\n鸿雁 · 此邮件由系统自动发出，接收方式可在控制台“用户信息”的“消息提醒”中修改。`
}
