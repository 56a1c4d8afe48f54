import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import { type AccountId, idFloor, idTime } from '#values/id.ts'

/** Opt-outs by broadcast: numbers that replied with an opt-out. Replies older than the first broadcast are ignored. */
export async function optOutsOf(executor: Executor, account: AccountId, broadcastIds: readonly string[]): Promise<Map<string, number>> {
  const first = [...broadcastIds].sort()[0]
  if (first === undefined) return new Map()
  const { rows } = await sql<{ broadcastId: string; count: number }>`
    select message.broadcast_id, count(distinct inbound.phone) as count
    from inbound join message on message.account_id = ${account} and message.message_id = inbound.message_id
    where inbound.account_id = ${account} and inbound.inbound_id >= ${idFloor(idTime(first))} and inbound.effect = 'opt_out'
      and message.broadcast_id = any(${broadcastIds}::uuid[])
    group by message.broadcast_id`.execute(executor)
  return new Map(rows.map(row => [row.broadcastId, row.count]))
}
