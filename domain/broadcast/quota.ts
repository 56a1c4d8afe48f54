import { sql } from 'kysely'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

interface HoldQuota {
  holdId: string
  quota: Record<string, number>
}

const lockHolds = async (tx: Tx, account: AccountId, broadcastId: string): Promise<HoldQuota[]> => {
  const { rows } = await sql<HoldQuota>`
    select hold_id, quota from charge_hold where account_id = ${account} and broadcast_id = ${broadcastId} order by hold_id for no key update`.execute(
    tx,
  )
  return rows
}

const writeQuotas = (tx: Tx, account: AccountId, holds: readonly HoldQuota[]) =>
  sql`update charge_hold as hold set quota = changed.quota
      from unnest(${holds.map(hold => hold.holdId)}::uuid[], ${holds.map(hold => JSON.stringify(hold.quota))}::jsonb[]) as changed (id, quota)
      where hold.account_id = ${account} and hold.hold_id = changed.id`.execute(tx)

/**
 * Assigns each message the hold that pays for it, by segment count, and reduces the holds' remaining room. The plan
 * covered every message, so missing room is a bug.
 */
export async function consumeFromHolds(
  tx: Tx,
  account: AccountId,
  broadcastId: string,
  segmentCounts: readonly number[],
): Promise<string[]> {
  const holds = await lockHolds(tx, account, broadcastId)
  const taken = segmentCounts.map(segments => {
    const hold = holds.find(one => (one.quota[segments] ?? 0) > 0)
    if (!hold) throw new Error(`no hold of broadcast ${broadcastId} has room for ${segments} segments`)
    hold.quota[segments] = (hold.quota[segments] ?? 0) - 1
    return hold.holdId
  })
  await writeQuotas(tx, account, holds)
  return taken
}

/** Releases the room for messages that will never be created; returns the segments by hold. */
export async function releaseHoldRoom(
  tx: Tx,
  account: AccountId,
  broadcastId: string,
): Promise<{ holdId: string; messages: number; segments: number }[]> {
  const holds = await lockHolds(tx, account, broadcastId)
  const left = holds.map(({ holdId, quota }) => ({
    holdId,
    messages: Object.values(quota).reduce((sum, n) => sum + n, 0),
    segments: Object.entries(quota).reduce((sum, [segments, n]) => sum + Number(segments) * n, 0),
  }))
  await writeQuotas(
    tx,
    account,
    holds.map(({ holdId }) => ({ holdId, quota: {} })),
  )
  return left
}
