import type { CallAnswerWire } from '#contract/call.ts'
import { adminInvoiceSettingCalls } from '#contract/invoicing/admin-invoice-setting.ts'
import type { Tone } from '#ui/display/StateTag.tsx'

export type Settings = CallAnswerWire<typeof adminInvoiceSettingCalls.read>
export const settingAnswers = [adminInvoiceSettingCalls.read, adminInvoiceSettingCalls.effect]

export const productNames = { sms: '短信服务', link: '短链接服务' } as const
export const ruleStates: Record<Settings['rules'][number]['state'], { name: string; tone: Tone }> = {
  coming: { name: '待生效', tone: 'waiting' },
  current: { name: '生效中', tone: 'good' },
  past: { name: '已失效', tone: 'ended' },
}
