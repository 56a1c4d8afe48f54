import type { InboundFilter } from '#contract/messages/delivery.ts'
import type { Executor } from '#db/connect.ts'
import { chinaDayStart } from '#values/china-time.ts'
import { type AccountId, idFloor } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { pageOf } from '#values/page.ts'
import { maskPhone } from '#values/phone.ts'

/** Start of the range of replies; null: all that are stored. */
export function repliesFrom(filter: InboundFilter, now: Date): Date | null {
  if (filter.from) return filter.from
  return filter.phone?.length === 11 ? null : chinaDayStart(filter.until ?? now, 1 - limits.deliveryDefaultDays)
}

/** Inbound messages (MO) that match a filter, newest first, with the signature that they answer. */
export function selectInbound(
  executor: Executor,
  account: AccountId,
  filter: InboundFilter,
  { cursor, now }: { cursor: string | null; now: Date },
) {
  const from = repliesFrom(filter, now)
  let query = executor
    .selectFrom('inbound')
    .leftJoin('signature', join =>
      join.onRef('signature.accountId', '=', 'inbound.accountId').onRef('signature.signatureId', '=', 'inbound.signatureId'),
    )
    .select([
      'inbound.inboundId',
      'inbound.receivedAt',
      'inbound.phone',
      'inbound.text',
      'signature.text as signatureText',
      'inbound.effect',
      'inbound.messageId',
      'inbound.missingParts',
      'inbound.answerMessageId',
      'inbound.answerProblem',
    ])
    .where('inbound.accountId', '=', account)
    .orderBy('inbound.inboundId', 'desc')
  if (from) query = query.where('inbound.inboundId', '>=', idFloor(from))
  if (filter.until) query = query.where('inbound.inboundId', '<', idFloor(filter.until))
  if (cursor) query = query.where('inbound.inboundId', '<', cursor)
  if (filter.signatureId) query = query.where('inbound.signatureId', '=', filter.signatureId)
  if (filter.effect) query = query.where('inbound.effect', '=', filter.effect)
  if (filter.phone?.length === 11) return query.where('inbound.phone', '=', filter.phone)
  return filter.phone ? query.where('inbound.phone', 'like', `%${filter.phone}`) : query
}

/** A page of inbound messages, with masked numbers. */
export async function listInbound(
  executor: Executor,
  account: AccountId,
  { cursor, pageSize, ...filter }: InboundFilter & { cursor?: string | undefined; pageSize: number },
  now: Date,
) {
  const found = await selectInbound(executor, account, filter, { cursor: cursor ?? null, now })
    .limit(pageSize + 1)
    .execute()
  const { rows, nextCursor } = pageOf(found, pageSize, row => row.inboundId)
  return { rows: rows.map(row => ({ ...row, phone: maskPhone(row.phone) })), nextCursor }
}
