import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { eventSinks } from '#contract/push/push.ts'
import { hourOfDay, idOf, moment, noneOr, pageOf, pageSize, phoneOrEnding, searchedMessageId, weekday } from '#contract/scalars.ts'
import { terms } from '#contract/terms.ts'
import { reversible } from '#contract/undo/undo.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { carriers } from '#values/phone.ts'
import { regionChoices } from '#values/region.ts'
import { type MessageState, messageStates } from './message-state.ts'

/** Purpose of a message. */
export const messageKind = z.enum(['otp', 'transactional', 'marketing'])
const carrier = z.enum(carriers)
export const messageState = z.enum(keysOf(messageStates))
const count = z.number().int()
const dayMs = 86_400_000

/** States that people search for together. */
export const stateGroups = {
  waiting: { name: '全部在途', states: ['queued', 'held', 'sending', 'submitted'] },
  failed: { name: '全部失败', states: ['undelivered', 'expired', 'rejected'] },
  /** Those that have a cause. */
  missed: {
    name: `${terms.failed}、${terms.unknown}和${terms.refused}`,
    states: ['undelivered', 'expired', 'rejected', 'unknown', 'refused'],
  },
} as const satisfies Record<string, { name: string; states: readonly MessageState[] }>
export type StateGroup = keyof typeof stateGroups

export const messageKindNames = { otp: '验证码', transactional: '通知', marketing: '推广' } as const

/** Messages without an app or a template, by the dimension. */
export const noneNames = { app: '控制台', template: '无模板' } as const

const period = {
  /** Unset: the last seven days, or everything stored when a number or an id is given. */
  from: moment.optional(),
  until: moment.optional(),
}

/** Why the period of a list of messages is invalid, or null. */
export function periodProblem({ from, until }: { from?: Date | undefined; until?: Date | undefined }, now: Date): string | null {
  if (!from) return null
  const end = until ?? now
  if (from >= end) return '开始时间须早于结束时间'
  if (now.getTime() - from.getTime() > limits.deliveryKeptDays * dayMs) return '只能查询最近6个月，请选择之后的时间'
  return end.getTime() - from.getTime() > limits.deliveryRangeDays * dayMs ? `一次最多查询${limits.deliveryRangeDays}天` : null
}

/** Report codes, separated by commas; `none`, inside empty, is that of messages whose report names no code. */
const codes = z.codec(z.string(), z.array(z.string().max(32)).min(1).max(limits.deliveryCodes, `一次最多${limits.deliveryCodes}个状态码`), {
  decode: text =>
    [...new Set(text.split(/[,，]/).map(one => one.trim()))].filter(one => one !== '').map(one => (one === 'none' ? '' : one)),
  encode: list => list.map(one => one || 'none').join(),
})

/** Messages that somebody ticked, separated by commas. */
const ids = z.codec(z.string(), z.array(idOf('message')).min(1).max(limits.deliveryTicked, `一次最多选择${limits.deliveryTicked}条短信`), {
  decode: text => text.split(','),
  encode: list => list.join(),
})

/**
 * Filters of messages, for every list, count and export (domain/message-records/delivery-where.ts). It doesn't limit
 * the period.
 */
export const deliveryFilter = z.object({
  ...period,
  phone: phoneOrEnding.optional(),
  messageId: searchedMessageId.optional(),
  ids: ids.optional(),
  customId: z.string().trim().max(100).optional(),
  broadcastId: idOf('broadcast').optional(),
  appId: noneOr('app').optional(),
  signatureId: idOf('signature').optional(),
  templateId: noneOr('template').optional(),
  kind: messageKind.optional(),
  state: z.enum([...messageState.options, ...keysOf(stateGroups)]).optional(),
  code: codes.optional(),
  carrier: carrier.optional(),
  province: z.enum(regionChoices).optional(),
  /** When they were accepted, in China. */
  hour: hourOfDay.optional(),
  weekday: weekday.optional(),
  /** Of messages with a short link of the recipient's own: whether it was opened. */
  clicked: z.enum(['yes', 'no']).optional(),
})
export type DeliveryFilter = z.output<typeof deliveryFilter>
/** Wire form of the filter. */
export type SentDeliveryFilter = z.input<typeof deliveryFilter>

/** Filters of replies. */
export const inboundFilter = z.object({
  ...period,
  phone: phoneOrEnding.optional(),
  signatureId: idOf('signature').optional(),
  effect: z.enum(['opt_out']).optional(),
})
export type InboundFilter = z.output<typeof inboundFilter>

/** Whether a message's short link was opened. */
export const clickedNames = { yes: '已点击', no: '未点击' } as const

/** Effects of replies. */
export const inboundEffectNames: Record<string, string> = { opt_out: '已退订' }

const explanation = z.object({ code: z.string(), meaning: z.string(), cause: z.string(), advice: z.string() })

/** A message's share of its hold: posted when delivered, voided at any other end. */
const charge = z.object({
  state: z.enum(['held', 'posted', 'voided']),
  segmentCount: count,
  /** The package, or with a price the bonus credit, that pays; null: the balance at the price. */
  grantName: z.string().nullable(),
  unitPriceHao: count,
  amountHao: count,
})

const row = z.object({
  messageId: idOf('message'),
  createdAt: moment,
  /** Masked. */
  phone: z.string(),
  carrier,
  /** Null: unknown. */
  province: z.string().nullable(),
  kind: messageKind,
  signatureText: z.string(),
  content: z.string(),
  segmentCount: count,
  state: messageState,
  /** Why it is held or failed, explained; null when there is nothing to explain. */
  reason: explanation.nullable(),
  submittedAt: moment.nullable(),
  finishedAt: moment.nullable(),
  broadcastId: idOf('broadcast').nullable(),
  /** The app that sent it; null for broadcasts and messages sent by hand. */
  appName: z.string().nullable(),
  customId: z.string().nullable(),
  charge: charge.nullable(),
  /** Clicks of the recipient on its short link; null: none, or no link. */
  clicks: z.object({ clickCount: count, firstAt: moment, lastAt: moment }).nullable(),
})

const one = z.object({ messageId: idOf('message') })

export const deliveryCalls = {
  list: get('/api/messages', '发送记录', member('message.read'), {
    input: deliveryFilter.extend({ cursor: z.uuid().optional(), pageSize }),
    // A page examines a bounded number of rows: it may be short, even empty, and still have a next one.
    answer: pageOf(row).extend({ searchedUntil: moment.nullable() }),
  }),
  figures: get('/api/messages/figures', '发送记录统计', member('message.read'), {
    input: deliveryFilter,
    answer: z.object({
      messageCount: count,
      segmentCount: count,
      /** Of delivered messages, which are charged. */
      chargedSegmentCount: count,
      deliveredCount: count,
      /** Undelivered, expired, rejected. */
      failedCount: count,
      waitingCount: count,
      unknownCount: count,
      refusedCount: count,
      /** Set when only the newest so many messages of the range were counted. */
      countedNewest: count.nullable(),
    }),
  }),
  choices: get('/api/messages/choices', '发送记录可选条件', member('message.read'), {
    answer: z.object({
      signatures: z.array(z.object({ signatureId: idOf('signature'), text: z.string() })),
      templates: z.array(z.object({ templateId: idOf('template'), code: z.string(), name: z.string() })),
      apps: z.array(z.object({ appId: idOf('app'), name: z.string() })),
    }),
  }),
  one: get('/api/messages/one', '短信详情', member('message.read'), {
    input: one,
    answer: row.extend({
      template: z.object({ code: z.string(), name: z.string() }).nullable(),
      broadcastName: z.string().nullable(),
      channelName: z.string().nullable(),
      attemptCount: count,
      maybeTwice: z.boolean(),
      /** When it becomes due, while it waits. */
      dueAt: moment.nullable(),
      /** Delivery of its report to the program that sent it: by webhook, pull or SMPP; null: to none. */
      notification: z
        .object({
          sink: z.enum(eventSinks),
          state: z.enum(['waiting', 'parked', 'delivered']),
          attemptCount: count,
          at: moment.nullable(),
          dueAt: moment,
          url: z.string().nullable(),
        })
        .nullable(),
      /** Reports of the parts of a concatenated message. */
      parts: z.array(z.object({ part: count, state: messageState, reason: explanation, at: moment })),
      /** Whether marketing with this signature to the number is blocked now. */
      isBlocked: z.boolean(),
      replies: z.array(z.object({ inboundId: idOf('inbound'), text: z.string(), receivedAt: moment })),
    }),
    refusals: ['not_found'],
  }),
  reveal: post('/api/messages/reveal', '查看完整号码', member('message.reveal'), {
    input: one,
    answer: z.object({ phone: z.string() }),
    refusals: ['not_found', 'step_up_required'],
  }),
  block: post('/api/messages/block', '将收件人加入黑名单', member('blacklist.write'), {
    /** The recipients of all messages that match, at most `limits.deliveryBlocked`. */
    input: deliveryFilter,
    /** Distinct numbers. Known: on the list already, masked. */
    answer: z.object({ addedCount: count, known: z.array(z.string()), ...reversible }),
    refusals: ['not_found'],
  }),
  inbound: get('/api/inbound', '收到的回复', member('message.read'), {
    input: inboundFilter.extend({ cursor: z.uuid().optional(), pageSize }),
    answer: pageOf(
      z.object({
        inboundId: idOf('inbound'),
        receivedAt: moment,
        phone: z.string(),
        text: z.string(),
        signatureText: z.string().nullable(),
        /** Its effect, a code of ours. */
        effect: z.string().nullable(),
        messageId: idOf('message').nullable(),
        /** Missing parts of a concatenated message. */
        missingParts: count,
        answerMessageId: idOf('message').nullable(),
        /** Why an opt-out was not answered. */
        answerProblem: z.string().nullable(),
      }),
    ),
  }),
}
