import { sql } from 'kysely'
import { accountRow } from '#db/account-row.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** Request count of an app from one address within one hour (hours since 1970). */
export interface AddressUse {
  appId: string
  hour: number
  address: string
  requestCount: number
  refusedCount: number
}

/**
 * Counts requests by client address, in order of the primary key (against deadlocks); only for accounts with an alert
 * rule on it.
 */
export async function countAddresses(tx: Tx, account: AccountId, uses: readonly AddressUse[]): Promise<void> {
  await sql`
    insert into address_use as known (account_id, app_id, hour, address, request_count, refused_count)
    select owner.account_id, app_id, hour, address, requests, refused
    from ${accountRow(account)}
    cross join unnest(${uses.map(use => use.appId)}::uuid[], ${uses.map(use => use.hour)}::integer[], ${uses.map(use => use.address)}::text[],
      ${uses.map(use => use.requestCount)}::integer[], ${uses.map(use => use.refusedCount)}::integer[]) as use (app_id, hour, address, requests, refused)
    where exists (select from alert_watch where account_id = ${account}) order by app_id, hour, address
    on conflict (account_id, app_id, hour, address) do update set
      request_count = known.request_count + excluded.request_count, refused_count = known.refused_count + excluded.refused_count`.execute(
    tx,
  )
}
