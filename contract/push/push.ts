import { z } from 'zod'
import { esmeProtocols } from '#contract/apps/app-labels.ts'
import { messageStates } from '#contract/messages/message-state.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { describeTerm } from '#contract/terms.ts'
import { keysOf } from '#values/keys.ts'

/** Kinds of events for programs. */
export const eventKinds = {
  report: '状态报告',
  inbound: '上行短信',
  template_review: '模板审核结果',
  signature_review: '签名审核结果',
  alert: '预警通知',
  visit: '短链访问',
} as const
export type EventKind = keyof typeof eventKinds
export const eventKindNames = keysOf(eventKinds)

/** Ways by which events reach a program: webhook, pull, or the sessions of a protocol by which it logs in. */
export const eventSinks = ['webhook', 'pull', ...esmeProtocols] as const
export type EventSink = (typeof eventSinks)[number]

/** Formats of webhooks: the kinds that each supports, and the number of events in one request. */
export const webhookFormats = {
  hongyan: { name: '鸿雁', about: 'JSON 数组，每次最多 100 个事件', kinds: eventKindNames, batchSize: 100, mixesKinds: true },
  alibaba: {
    name: '阿里云',
    about: '与阿里云 SmsReport、SmsUp 等相同的 JSON 数组',
    kinds: ['report', 'inbound', 'template_review', 'signature_review'],
    batchSize: 100,
    mixesKinds: false,
  },
  tencent: { name: '腾讯云', about: '与腾讯云的短信回调相同', kinds: ['report', 'inbound'], batchSize: 100, mixesKinds: false },
  submail: {
    name: 'SUBMAIL',
    about: '与 SUBHOOK 相同的表单，每次一个事件',
    kinds: ['report', 'inbound', 'template_review'],
    batchSize: 1,
    mixesKinds: false,
  },
} as const satisfies Record<string, { name: string; about: string; kinds: readonly EventKind[]; batchSize: number; mixesKinds: boolean }>
export type WebhookFormat = keyof typeof webhookFormats
export const webhookFormatNames = keysOf(webhookFormats)

/** Kinds that wait for a pull when no webhook takes them; the others are delivered to webhooks only. */
export const pulledKinds = ['report', 'inbound'] as const satisfies readonly EventKind[]
export type PulledKind = (typeof pulledKinds)[number]

const finalStates = Object.entries(messageStates).flatMap(([state, { isFinal }]) => (isFinal ? [state] : []))

const reportData = z.object({
  messageId: idOf('message'),
  /** The request that sent it. */
  batchId: idOf('batch').nullable(),
  customId: z.string().nullable(),
  /** The request's own id: OutId or SessionContext of the vendors' SDKs. */
  outId: z.string().nullable(),
  phone: z.string(),
  state: z.enum(finalStates),
  /** The carrier's code as received, or a reason of ours. */
  code: z.string(),
  description: z.string(),
  segmentCount: z.number().int().describe(describeTerm('segments')),
  signature: z.string(),
  templateCode: z.string().nullable(),
  acceptedAt: moment,
  submittedAt: moment.nullable(),
  finishedAt: moment,
})

export const inboundData = z.object({
  inboundId: idOf('inbound'),
  phone: z.string(),
  text: z.string(),
  /** The number that it was sent to, including the extension. */
  senderNumber: z.string(),
  extension: z.string(),
  signature: z.string().nullable(),
  /** The message that it answers, if known. */
  messageId: idOf('message').nullable(),
  customId: z.string().nullable(),
  /** It counts as an opt-out. */
  isOptOut: z.boolean(),
  receivedAt: moment,
})

const reviewData = {
  state: z.enum(['approved', 'rejected']),
  reason: z.string().nullable(),
  submittedAt: moment,
  reviewedAt: moment,
}
export const templateReviewData = z.object({
  templateId: idOf('template'),
  templateCode: z.string(),
  name: z.string(),
  /** 验证码, 通知 or 推广. */
  templateKind: z.string(),
  text: z.string(),
  ...reviewData,
})
export const signatureReviewData = z.object({ signatureId: idOf('signature'), signature: z.string(), ...reviewData })

export const alertData = z.object({
  alertId: z.string(),
  /** The rule by its key and its Chinese name. */
  rule: z.string(),
  name: z.string(),
  state: z.enum(['firing', 'resolved', 'test']),
  /** The measured value, and the crossed threshold, as text with unit. */
  value: z.string(),
  threshold: z.string(),
  text: z.string(),
  at: moment,
})

export const visitData = z.object({
  visitId: idOf('visit'),
  linkId: idOf('link'),
  messageId: idOf('message').nullable(),
  province: z.string().nullable().describe('省份；境外为国家或地区'),
  city: z.string().nullable(),
  device: z.string().nullable(),
  os: z.string().nullable(),
  browser: z.string().nullable(),
  visitedAt: moment,
})

const eventOf = <Kind extends EventKind, Data extends z.ZodType>(kind: Kind, data: Data) =>
  z.object({
    /** Stable over redeliveries, for deduplication by the receiver. */
    id: idOf('event'),
    kind: z.literal(kind),
    appId: idOf('app'),
    /** When it was enqueued. */
    at: moment,
    data,
  })

/** An event for programs, by webhook in our own format and by pull. */
export const pushEvent = z.discriminatedUnion('kind', [
  eventOf('report', reportData),
  eventOf('inbound', inboundData),
  eventOf('template_review', templateReviewData),
  eventOf('signature_review', signatureReviewData),
  eventOf('alert', alertData),
  eventOf('visit', visitData),
])
/** Decoded: UUIDs and Dates. */
export type PushEvent = z.output<typeof pushEvent>

export type ReportData = z.output<typeof reportData>
export type InboundData = z.output<typeof inboundData>
export type AlertData = z.output<typeof alertData>
export type VisitData = z.output<typeof visitData>
