import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import { type AccountId, idFloor } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** Charges for delivered messages since a moment: segments of packages, 毫 of the balance, and 毫 of gift money. */
export async function spentSince(
  executor: Executor,
  account: AccountId,
  since: Date,
): Promise<{ packageSegments: number; amountHao: number; bonusHao: number }> {
  // Ids contain their creation time, which is never before the transfer's time: the primary key excludes older rows.
  const { rows } = await sql<{ packageSegments: number; amountHao: number; bonusHao: number }>`
    select coalesce(sum(amount) filter (where asset = 'segment'), 0)::bigint as "packageSegments",
           coalesce(sum(amount) filter (where asset = 'cny'), 0)::bigint as "amountHao",
           coalesce(sum(amount) filter (where asset = 'bonus'), 0)::bigint as "bonusHao"
    from transfer where account_id = ${account} and transfer_id >= ${idFloor(since)} and at >= ${since} and kind = 'post'`.execute(executor)
  return firstOrThrow(rows)
}
