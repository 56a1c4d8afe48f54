import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import { type AccountId, idFloor, idTime } from '#values/id.ts'
import { pageOf } from '#values/page.ts'
import { maskPhone } from '#values/phone.ts'

export interface ReplyCounts {
  replyCount: number
  /** Numbers that replied with an opt-out. */
  optOutCount: number
}

export const noReplies: ReplyCounts = { replyCount: 0, optOutCount: 0 }

/** Replies by broadcast. Those older than the first broadcast are ignored. */
export async function repliesOf(
  executor: Executor,
  account: AccountId,
  broadcastIds: readonly string[],
): Promise<Map<string, ReplyCounts>> {
  const first = [...broadcastIds].sort()[0]
  if (first === undefined) return new Map()
  const { rows } = await sql<ReplyCounts & { broadcastId: string }>`
    select message.broadcast_id, count(*) as "replyCount", count(distinct inbound.phone) filter (where inbound.effect = 'opt_out') as "optOutCount"
    from inbound join message on message.account_id = ${account} and message.message_id = inbound.message_id
    where inbound.account_id = ${account} and inbound.inbound_id >= ${idFloor(idTime(first))}
      and message.broadcast_id = any(${broadcastIds}::uuid[])
    group by message.broadcast_id`.execute(executor)
  return new Map(rows.map(({ broadcastId, ...counts }) => [broadcastId, counts]))
}

interface ReplyList {
  broadcastId: string
  cursor?: string | undefined
  pageSize: number
}

interface Reply {
  inboundId: string
  messageId: string
  phone: string
  text: string
  receivedAt: Date
  isOptOut: boolean
}

/** Replies to a broadcast, the latest first; numbers are masked. */
export async function listReplies(executor: Executor, account: AccountId, { broadcastId, cursor, pageSize }: ReplyList) {
  const { rows: found } = await sql<Reply>`
    select inbound.inbound_id, inbound.message_id, inbound.phone, inbound.text, inbound.received_at,
      inbound.effect is not distinct from 'opt_out' as "isOptOut"
    from inbound join message on message.account_id = ${account} and message.message_id = inbound.message_id
    where inbound.account_id = ${account} and inbound.inbound_id >= ${idFloor(idTime(broadcastId))}
      and message.broadcast_id = ${broadcastId} ${cursor ? sql`and inbound.inbound_id < ${cursor}` : sql``}
    order by inbound.inbound_id desc limit ${pageSize + 1}`.execute(executor)
  const { rows, nextCursor } = pageOf(found, pageSize, row => row.inboundId)
  return { rows: rows.map(row => ({ ...row, phone: maskPhone(row.phone) })), nextCursor }
}
