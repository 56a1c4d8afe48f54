import type { AlertOccasion } from '#contract/alert/alert.ts'
import { formatChinaTime } from '#values/china-time.ts'

/** The texts of an alert. */
export interface AlertText {
  title: string
  body: string
  advice: string
  valueText: string
  lastValueText: string
  thresholdText: string
  firedAt: Date
  recoveryReason: string | null
}

const prefixes: Record<AlertOccasion, string> = { fired: '', repeated: '仍未恢复：', recovered: '已恢复：', test: '[测试] ' }

/** The text of an alert on an occasion: title with what happened, body with what to do. */
export function wordsOf(alert: AlertText, occasion: AlertOccasion): { title: string; body: string; advice: string } {
  const title = `${prefixes[occasion]}${alert.title}`
  if (occasion === 'recovered')
    return { title, body: `${formatChinaTime(alert.firedAt).slice(5, 16)}发生的预警已恢复：${alert.recoveryReason ?? ''}。`, advice: '' }
  if (occasion === 'test')
    return { title, body: `这是一条测试，用来确认您能收到预警。真实的预警会写：${alert.body}`, advice: '收到后无需处理。' }
  return { title, body: alert.body, advice: alert.advice }
}

/** The alert as a mail. `url`: the page that shows it. */
export function letterOf(alert: AlertText, occasion: AlertOccasion, url: string): { subject: string; text: string } {
  const { title, body, advice } = wordsOf(alert, occasion)
  const values = `${occasion === 'recovered' ? '恢复时' : '触发时'}：${occasion === 'recovered' ? alert.lastValueText : alert.valueText}\n触发条件：${alert.thresholdText}`
  const foot = '——\n鸿雁 · 此邮件由系统自动发出，接收人和规则可在控制台“应用预警”中修改。'
  return { subject: `【鸿雁预警】${title}`, text: [`${body}${advice}`, values, `查看和处理：${url}`, foot].join('\n\n') }
}

/** The alert for a group chat's robot, in the Markdown subset that all platforms support. */
export function formatRobotMessage(alert: AlertText, occasion: AlertOccasion, url: string): { title: string; text: string } {
  const { title, body, advice } = wordsOf(alert, occasion)
  const value = `${occasion === 'recovered' ? '恢复时' : '触发时'}：${occasion === 'recovered' ? alert.lastValueText : alert.valueText}`
  return {
    title,
    text: [`**${title}**`, body, advice, `> ${value}`, `> 触发条件：${alert.thresholdText}`, `[查看和处理](${url})`]
      .filter(line => line !== '')
      .join('\n\n'),
  }
}
