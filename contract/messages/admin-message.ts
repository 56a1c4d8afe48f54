import { z } from 'zod'
import { get, staff } from '#contract/call.ts'
import { anyPhoneNumber, idOf, moment, pageOf, pageSize, searchedMessageId } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { deliveryCalls, messageKind, messageState, stateGroups } from './delivery.ts'

/** Staff look for messages of all customers by one of these at least: each is served by an index or a bounded scan. */
const searchedBy = ['accountId', 'phone', 'messageId', 'upstreamId'] as const

export const adminMessageFilter = z.object({
  accountId: idOf('account').optional(),
  phone: anyPhoneNumber.optional(),
  messageId: searchedMessageId.optional(),
  /** The carrier's id of the message; of a concatenated one, of its first part. */
  upstreamId: z.string().trim().min(1).max(100).optional(),
  state: z.enum([...messageState.options, ...keysOf(stateGroups)]).optional(),
  /** Unset: the last seven days, or everything stored when a number or a message's id is given. */
  from: moment.optional(),
  until: moment.optional(),
})
export type AdminMessageFilter = z.output<typeof adminMessageFilter>

const customer = { accountId: idOf('account'), accountName: z.string() }
const count = z.number().int()

export const adminMessageCalls = {
  list: get('/api/admin/messages', '查询短信', staff('message.read'), {
    input: adminMessageFilter
      .extend({ cursor: z.uuid().optional(), pageSize })
      .refine(filter => searchedBy.some(name => filter[name] !== undefined), '请输入手机号、短信编号或上游编号，或选择客户'),
    answer: pageOf(
      z.object({
        ...customer,
        messageId: idOf('message'),
        createdAt: moment,
        /** Masked. */
        phone: z.string(),
        kind: messageKind,
        signatureText: z.string(),
        /** Of one-time codes without the code. */
        content: z.string(),
        segmentCount: count,
        state: messageState,
        reason: z.object({ code: z.string(), meaning: z.string() }).nullable(),
        channelName: z.string().nullable(),
        upstreamId: z.string().nullable(),
        submittedAt: moment.nullable(),
        finishedAt: moment.nullable(),
      }),
    ).extend({
      /** As in a customer's list: until when one page has searched. */
      searchedUntil: moment.nullable(),
      /** Not all messages of the period were examined, and there is no next page. */
      isPartial: z.boolean(),
    }),
  }),
  one: get('/api/admin/messages/one', '短信详情', staff('message.read'), {
    input: z.object({ accountId: idOf('account'), messageId: idOf('message') }),
    answer: deliveryCalls.one.answer.extend({ ...customer, upstreamId: z.string().nullable() }),
    refusals: ['not_found'],
  }),
}
