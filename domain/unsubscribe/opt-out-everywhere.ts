import { sql } from 'kysely'
import { asAccount, type Db } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { grantInput, type OptOutPageInput } from './opt-out-page.ts'

/**
 * Applies a person's request to all accounts concerned: an opt-out to every account that has sent marketing to the
 * number, an opt-in to every account that they had opted out of. One transaction per account: an interrupted run can be
 * repeated. Returns the number of accounts.
 */
export async function grantEverywhere(db: Db, input: OptOutPageInput): Promise<number> {
  const { phone, act } = input
  // The index answers per account whether it knows the number; a query over all messages could not use it.
  const concerned =
    act === 'restore'
      ? sql`select from blacklist where blacklist.account_id = account.account_id and blacklist.phone = ${phone} and removed_at is null
            and source in ('reply', 'opt_out_page', 'complaint')`
      : sql`select from message where message.account_id = account.account_id and message.phone = ${phone} and kind = 'marketing'`
  const { rows } = await sql<{ accountId: AccountId }>`
    select account_id from account -- across accounts: a person speaks to whoever has their number
    where exists (${concerned}) order by account_id`.execute(db)
  for (const { accountId: account } of rows)
    await asAccount(db, account, tx => grantInput(tx, account, input, { signatureId: null, broadcastId: null }))
  return rows.length
}
