import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** Cost of a broadcast so far: 毫 of gift money and balance, segments paid by packages and by money. */
export interface BroadcastCost {
  estimatedHao: number
  heldHao: number
  postedHao: number
  voidedHao: number
  postedSegments: number
  voidedSegments: number
}

export const noCost: BroadcastCost = {
  estimatedHao: 0,
  heldHao: 0,
  postedHao: 0,
  voidedHao: 0,
  postedSegments: 0,
  voidedSegments: 0,
}

export async function moneyOf(
  executor: Executor,
  account: AccountId,
  broadcastIds: readonly string[],
): Promise<Map<string, BroadcastCost>> {
  const { rows } = await sql<BroadcastCost & { broadcastId: string }>`
    select broadcast_id, sum(segment_count * unit_price_hao)::bigint as "estimatedHao", sum(voided_count * unit_price_hao)::bigint as "voidedHao",
      sum((segment_count - posted_count - voided_count) * unit_price_hao)::bigint as "heldHao",
      sum(posted_count * unit_price_hao)::bigint as "postedHao", sum(posted_count)::bigint as "postedSegments", sum(voided_count)::bigint as "voidedSegments"
    from charge_hold where account_id = ${account} and broadcast_id = any(${broadcastIds}::uuid[]) group by broadcast_id`.execute(executor)
  return new Map(rows.map(({ broadcastId, ...money }) => [broadcastId, money]))
}
