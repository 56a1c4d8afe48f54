import { z } from 'zod'
import { channelsOf, type NoticeChannel } from '#contract/notice-preference.ts'
import { asAccount } from '#db/connect.ts'
import { countUp, type RateLimit } from '#domain/account/rate-limit.ts'
import { queueMail } from '#domain/notice/mail.ts'
import { takeTelling, toldMembers } from '#domain/notice/message.ts'
import { sendPlatformMessage } from '#domain/sms/platform-message.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import type { JobTask } from './task.ts'

const tellJob = z.object({ account: z.string(), messageId: z.string() })
const daily: RateLimit = { windowMs: 86_400_000, most: limits.noticeMessagesPerDay }
/** Of the template's variable. */
const titleCharacters = 40

/**
 * Takes a message of the message centre to the members who want it by SMS or mail too. Told once: the mark is set before anything goes out, so that a job
 * that was killed on its way tells some of them nothing more rather than others twice; the message centre has it in any case.
 */
export const tellMembers =
  (consoleUrl: string | null): JobTask =>
  async (payload, { db, now, logger }) => {
    const { account: id, messageId } = tellJob.parse(payload)
    const account = id as AccountId
    const told = await asAccount(db, account, async tx => {
      const telling = await takeTelling(tx, account, messageId, now())
      if (!telling) return null
      const members = await toldMembers(tx, account, telling)
      const by = (channel: NoticeChannel) => members.filter(member => channelsOf(telling.kind, member.choice).includes(channel))
      for (const { email } of by('email'))
        if (email)
          await queueMail(tx, { account, to: email, subject: `【鸿雁】${telling.title}`, text: letter(telling, consoleUrl), now: now() })
      return { title: telling.title.slice(0, titleCharacters), members: by('sms') }
    })
    if (!told) return
    for (const { memberId, phone } of told.members) {
      const waitMs = await countUp(db, `notice-sms:${memberId}`, daily, now())
      if (waitMs > 0) logger.warn({ memberId, messageId }, 'no more notices by SMS today')
      else await sendPlatformMessage(db, { phone, templateCode: 'SMS_100030', parameters: { title: told.title }, now: now() })
    }
  }

function letter({ body, link }: { body: string; link: string | null }, consoleUrl: string | null): string {
  const where = link && consoleUrl ? `\n\n查看详情：${consoleUrl}${link}` : ''
  return `${body}${where}\n\n——\n鸿雁 · 此邮件由系统自动发出，接收方式可在控制台“用户信息”的“消息提醒”中修改。`
}
