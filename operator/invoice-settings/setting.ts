import type { Tone } from '#console/ui/StateTag.tsx'
import type { Got } from '#contract/call.ts'
import { operatorInvoiceSettingCalls } from '#contract/operator-invoice-setting.ts'

export type Settings = Got<typeof operatorInvoiceSettingCalls.read>
export const settingAnswers = [operatorInvoiceSettingCalls.read, operatorInvoiceSettingCalls.effect]

export const productNames = { sms: '短信服务', link: '短链接服务' } as const
export const ruleStates: Record<Settings['rules'][number]['state'], { name: string; tone: Tone }> = {
  coming: { name: '待生效', tone: 'waiting' },
  current: { name: '生效中', tone: 'good' },
  past: { name: '已失效', tone: 'ended' },
}
