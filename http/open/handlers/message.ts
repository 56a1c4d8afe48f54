import type { OpenCallInput } from '#contract/open/call.ts'
import { openMessageCalls } from '#contract/open/message.ts'
import { Refusal, refuse } from '#contract/refusals.ts'
import { clicksOf, findMessages, type MessageClicks, readMessage, requirePeriod } from '#domain/message-records/index.ts'
import {
  cancelBatch,
  cancelSandboxMessages,
  findBatch,
  listSandbox,
  type Sender,
  type SendRecipient,
  type SentPhone,
} from '#domain/messages/index.ts'
import { lastOrThrow } from '#values/or-throw.ts'
import { traceparentOf } from '../input.ts'
import { answering, answeringDirectly, type OpenContext } from '../serve.ts'

export const messageHandlers = (sender: Sender) => [
  answeringDirectly(openMessageCalls.send, async ({ account, caller, requestId, key, reply, shortLinkUrl }, input) => {
    const { templateCode, sendAt, link: wanted } = input
    const link = wanted && { ...wanted, shortLinkUrl }
    const request = { caller, ingress: 'rest', templateCode, recipients: recipientsOf(input), sendAt, ...(link ? { link } : {}) } as const
    const result = await sender.submit(account, { requestId, request, key, traceparent: traceparentOf(reply.request) })
    if (result instanceof Refusal) throw result
    if (result.isReplayed) reply.header('Idempotent-Replayed', 'true')
    const messages = distinct(result.phones).map(answerOf)
    const isAccepted = messages.some(message => message.messageId !== undefined)
    return { requestId: result.requestId, batchId: isAccepted ? result.batchId : null, messages }
  }),
  answering(openMessageCalls.list, async (context, { cursor, pageSize, to: until, ...narrowed }) => {
    const filter = { ...narrowed, until }
    const { tx, account, caller, now } = context
    requirePeriod(filter, now)
    if (caller.kind === 'production') return findMessages(tx, account, { ...filter, appId: caller.appId }, { cursor, pageSize }, now)
    const rows = await listSandbox(tx, account, { ...filter, appId: caller.appId, before: cursor, limit: pageSize + 1 }, now)
    const shown = rows.slice(0, pageSize)
    return { rows: shown.map(tried), nextCursor: rows.length > pageSize ? lastOrThrow(shown).messageId : null }
  }),
  answering(openMessageCalls.one, async ({ tx, account, caller, now }, { messageId }) => {
    if (caller.kind === 'production') {
      const message = await readMessage(tx, account, messageId, caller.appId)
      return { message: { ...message, ...clickedOf(await clicksOf(tx, account, [messageId]), messageId) } }
    }
    const [message] = await listSandbox(tx, account, { appId: caller.appId, messageIds: [messageId], limit: 1 }, now)
    return { message: { ...tried(message ?? refuse('not_found')), ...unclicked } }
  }),
  answering(openMessageCalls.batch, async ({ tx, account, caller }, { batchId }) => {
    const { createdAt, sendAt, messages } = await findBatch(tx, account, batchId, caller.appId)
    const counts = Object.fromEntries([...Map.groupBy(messages, one => one.state)].map(([state, of]) => [state, of.length]))
    const clicks = await clicksOf(
      tx,
      account,
      messages.map(({ messageId }) => messageId),
    )
    const rows = messages.map(({ reason, ...message }) => ({ ...message, code: reason, ...clickedOf(clicks, message.messageId) }))
    return { batchId, createdAt, sendAt, counts, clickedCount: clicks.size, messages: rows }
  }),
  answering(openMessageCalls.cancel, async (context, { batchId }) => ({ canceledCount: await cancel(context, batchId) })),
]

/** Cancels messages of a request; returns how many. */
async function cancel({ tx, account, caller: { appId, kind }, now }: OpenContext, batchId: string): Promise<number> {
  if (kind === 'production') return (await cancelBatch(tx, account, { batchId, appId, now })).length
  const { messages } = await findBatch(tx, account, batchId, appId)
  const ids = messages.map(message => message.messageId)
  return cancelSandboxMessages(tx, account, ids, now)
}

/** Recipients of a request. Where all share their parameters they share one object, which is validated once. */
function recipientsOf(input: OpenCallInput<typeof openMessageCalls.send>): SendRecipient[] {
  const { phones, recipients, signature, templateParam, customId, extension } = input
  if (phones && recipients) refuse('input_invalid', {}, { recipients: 'phones和recipients只能填写一个' })
  if (phones) return phones.map(phone => ({ phone, signature, parameters: templateParam, customId, extension }))
  if (!recipients) refuse('input_invalid', {}, { phones: '请填写phones或recipients' })
  return recipients.map(({ templateParam: own, ...one }) => ({
    phone: one.phone,
    signature: one.signature ?? signature,
    parameters: own ? { ...templateParam, ...own } : templateParam,
    customId: one.customId ?? customId,
    extension: one.extension ?? extension,
  }))
}

/** A number that is repeated with the same text is listed once. */
const distinct = (phones: readonly SentPhone[]): SentPhone[] => [...new Set(phones)]

const answerOf = (sent: SentPhone) =>
  'messageId' in sent
    ? { phone: sent.phone, messageId: sent.messageId, segmentCount: sent.segmentCount, shortUrl: sent.shortUrl }
    : { phone: sent.phone, refused: { code: sent.refusal.code, message: sent.refusal.message } }

const unclicked = { clickCount: 0, firstClickedAt: null }
function clickedOf(clicks: ReadonlyMap<string, MessageClicks>, messageId: string): { clickCount: number; firstClickedAt: Date | null } {
  const found = clicks.get(messageId)
  return found ? { clickCount: found.clickCount, firstClickedAt: found.firstAt } : unclicked
}

/** A sandbox message in the form of a sent one. */
const tried = (message: Awaited<ReturnType<typeof listSandbox>>[number]) => ({ ...message, meaning: null })
