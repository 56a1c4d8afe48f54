import type { Executor } from '#db/connect.ts'
import { chinaDayStart } from '#values/china-time.ts'
import { type AccountId, idFloor } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { pageOf } from '#values/page.ts'
import { maskPhone } from '#values/phone.ts'

export interface InboundFilter {
  from?: Date | undefined
  until?: Date | undefined
  /** Whole, or its last four digits. */
  phone?: string | undefined
  cursor?: string | undefined
  pageSize: number
}

/** Messages from phones, newest first, with the signature that they answer. */
export async function listInbound(executor: Executor, account: AccountId, filter: InboundFilter, now: Date) {
  const isWhole = filter.phone?.length === 11
  const from = filter.from ?? (isWhole ? null : chinaDayStart(now, 1 - limits.deliveryDefaultDays))
  let query = executor
    .selectFrom('inbound')
    .leftJoin('signature', join =>
      join.onRef('signature.account_id', '=', 'inbound.account_id').onRef('signature.signature_id', '=', 'inbound.signature_id'),
    )
    .select([
      'inbound.inbound_id as inboundId',
      'inbound.received_at as receivedAt',
      'inbound.phone',
      'inbound.text',
      'signature.text as signatureText',
      'inbound.effect',
      'inbound.message_id as messageId',
    ])
    .where('inbound.account_id', '=', account)
    .orderBy('inbound.inbound_id', 'desc')
    .limit(filter.pageSize + 1)
  if (from) query = query.where('inbound.inbound_id', '>=', idFloor(from))
  if (filter.until) query = query.where('inbound.inbound_id', '<', idFloor(filter.until))
  if (filter.cursor) query = query.where('inbound.inbound_id', '<', filter.cursor)
  if (filter.phone)
    query = isWhole ? query.where('inbound.phone', '=', filter.phone) : query.where('inbound.phone', 'like', `%${filter.phone}`)
  const { rows, nextCursor } = pageOf(await query.execute(), filter.pageSize, row => row.inboundId)
  return { rows: rows.map(row => ({ ...row, phone: maskPhone(row.phone) })), nextCursor }
}
