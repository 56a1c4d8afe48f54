import { type SystemAlertKind, systemAlertKinds } from '#contract/home/system-alert.ts'
import type { Occasion } from '#contract/on-call/admin-on-call.ts'
import type { RobotMessage } from '#domain/alert/index.ts'
import { formatChinaTime } from '#values/china-time.ts'

export interface NoticeText {
  kind: SystemAlertKind
  subject: string
  detail: string
  beganAt: Date
  recoveredAt: Date | null
}

/** What a test says. */
export const testNotice = (kind: SystemAlertKind, now: Date): NoticeText => ({
  kind,
  subject: '',
  detail: '这是一条测试，用来确认值班通知能收到，无需处理',
  beganAt: now,
  recoveredAt: null,
})

const prefixes: Record<Occasion, string> = { fired: '', repeated: '仍未恢复：', recovered: '已恢复：', test: '[测试] ' }

const minutesText = (ms: number) => {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  return minutes < 60 ? `${minutes}分钟` : `${Math.floor(minutes / 60)}小时${minutes % 60 === 0 ? '' : `${minutes % 60}分钟`}`
}

const linesOf = ({ kind, subject, detail, beganAt, recoveredAt }: NoticeText, occasion: Occasion, now: Date) => {
  const until = recoveredAt ?? now
  const began = `开始于${formatChinaTime(beganAt).slice(5, 16)}`
  return {
    title: `${prefixes[occasion]}${systemAlertKinds[kind].name}${subject === '' ? '' : `（${subject}）`}`,
    detail: `${detail}。`,
    since: occasion === 'test' ? '' : `${began}，${recoveredAt ? '共持续' : '已持续'}${minutesText(until.getTime() - beganAt.getTime())}`,
  }
}

/** A notice for a group chat's robot, in the Markdown subset that all platforms support. `url`: the back office. */
export function formatMessage(notice: NoticeText, occasion: Occasion, { url, now }: { url: string; now: Date }): RobotMessage {
  const { title, detail, since } = linesOf(notice, occasion, now)
  const lines = [`**${title}**`, detail, since && `> ${since}`, `[打开运营后台](${url})`]
  return { title, text: lines.filter(line => line !== '').join('\n\n') }
}

/** The same as a mail. */
export function formatLetter(notice: NoticeText, occasion: Occasion, { url, now }: { url: string; now: Date }) {
  const { title, detail, since } = linesOf(notice, occasion, now)
  const foot = '——\n鸿雁 · 此邮件由系统自动发出，接收方可在运营后台“值班通知”中修改。'
  return { subject: `【鸿雁值班】${title}`, text: [detail, since, `运营后台：${url}`, foot].filter(line => line !== '').join('\n\n') }
}
