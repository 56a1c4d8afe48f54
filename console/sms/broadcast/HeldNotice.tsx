import { Alert } from 'antd'
import { formatChinaTime } from '#values/china-time.ts'
import { windowText } from '#values/send-window.ts'
import type { Cost } from './CostStep.tsx'
import { type BroadcastForm, recipientsText } from './form.ts'

export const chinaMinute = (at: string) => formatChinaTime(new Date(at)).slice(0, 16)

/** Shown when it begins later than requested. */
export function HeldNotice({ form, cost: { heldUntil, marketingHours, recipientCount } }: { form: BroadcastForm; cost: Cost }) {
  if (heldUntil === null) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={`现在不在可以发送的时段，${recipientsText(form, recipientCount)}会等到 ${chinaMinute(heldUntil)} 自动开始发送。推广短信只在${windowText(marketingHours)}发送。`}
    />
  )
}
