import { sql } from 'kysely'
import { accountRow } from '#db/account-row.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import type { Transfer } from './transfer.ts'

/** Key value in `charge_day` for a charge without app, broadcast or package. */
export const nothingId = '00000000-0000-0000-0000-000000000000'

/**
 * Adds just booked posts and voids of holds to the charges of their days (China time). Their ledger accounts are locked
 * until the transaction ends, so these rows have no contention. Returns the booking time of each hold's share.
 */
export async function countCharges(tx: Tx, account: AccountId, transfers: readonly Transfer[]): Promise<Map<string, Date>> {
  if (transfers.length === 0) return new Map()
  const { rows } = await sql<{ holdId: string; at: Date }>`
    with booked as (
      select hold.*, transfer.at, transfer.kind as step, transfer.amount as amount,
        transfer.amount / case when hold.unit_price_hao = 0 then 1 else hold.unit_price_hao end as segments
      from transfer join charge_hold as hold on hold.account_id = ${account} and hold.hold_id = transfer.reference_id
      where transfer.account_id = ${account} and transfer.transfer_id = any(${transfers.map(one => one.transferId)}::uuid[])
        and hold.hold_id = any(${transfers.map(one => one.referenceId)}::uuid[])),
    counted as (
      insert into charge_day (account_id, day, kind, app_id, broadcast_id, grant_id, unit_price_hao, list_price_hao, posted_count, voided_count, amount_hao)
      select owner.account_id, to_char(at at time zone 'UTC' + interval '8 hours', 'YYYY-MM-DD') as day, kind, coalesce(app_id, ${nothingId}) as app_id,
        coalesce(broadcast_id, ${nothingId}) as broadcast_id, coalesce(grant_id, ${nothingId}) as grant_id, unit_price_hao, list_price_hao,
        coalesce(sum(segments) filter (where step = 'post'), 0), coalesce(sum(segments) filter (where step = 'void'), 0),
        coalesce(sum(amount) filter (where step = 'post' and grant_id is null), 0)
      from ${accountRow(account)}
      cross join booked group by 1, 2, 3, 4, 5, 6, 7, 8 order by 2, 3, 4, 5, 6, 7, 8
      on conflict (account_id, day, kind, app_id, broadcast_id, grant_id, unit_price_hao, list_price_hao) do update set
        posted_count = charge_day.posted_count + excluded.posted_count, voided_count = charge_day.voided_count + excluded.voided_count,
        amount_hao = charge_day.amount_hao + excluded.amount_hao)
    select hold_id, max(at) as at from booked group by hold_id`.execute(tx)
  return new Map(rows.map(row => [row.holdId, row.at]))
}
