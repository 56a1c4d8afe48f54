import type { CallAnswerWire } from '#contract/call.ts'
import { adminOnCallCalls, type DeliveryState, type Occasion, type ReceiverKind } from '#contract/on-call/admin-on-call.ts'
import type { Tone } from '#ui/display/StateTag.tsx'
import type { ListTabsFacts } from '#ui/list/ListTabs.tsx'

export type Receiver = CallAnswerWire<typeof adminOnCallCalls.list>['rows'][number]
export type Delivery = CallAnswerWire<typeof adminOnCallCalls.deliveries>['rows'][number]

/** Calls that an act on a receiver outdates. */
export const onCallAnswers = [adminOnCallCalls.list, adminOnCallCalls.deliveries]

export const onCallTabs: ListTabsFacts = {
  name: 'tab',
  items: [
    { key: '', label: '接收方' },
    { key: 'log', label: '发送记录' },
  ],
}

export const receiverKindNames: Record<ReceiverKind, string> = { wecom: '企业微信', dingtalk: '钉钉', feishu: '飞书', email: '邮件' }
export const occasionNames: Record<Occasion, string> = { fired: '发生', repeated: '仍未恢复', recovered: '恢复', test: '测试' }
export const deliveryStateTags: Record<DeliveryState, { name: string; tone: Tone }> = {
  queued: { name: '等待发送', tone: 'waiting' },
  sent: { name: '已发送', tone: 'good' },
  failed: { name: '没有发出', tone: 'bad' },
}
export const repeatText = (minutes: number) => (minutes === 0 ? '不重复' : minutes < 60 ? `每${minutes}分钟` : `每${minutes / 60}小时`)
