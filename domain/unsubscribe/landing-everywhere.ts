import { sql } from 'kysely'
import { asAccount, type Db } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { grantInput, type LandingInput } from './landing.ts'

/**
 * Does what a person asks with everybody it concerns: a refusal with every account that has sent marketing to the number, a restoring with every one that they
 * had refused. Each account by itself: one that was reached stays so when the work ends half-way and begins again. Gives how many there were.
 */
export async function grantEverywhere(db: Db, input: LandingInput): Promise<number> {
  const { phone, act } = input
  // An index tells for each account whether it knows the number, which no other look at all messages could.
  const concerned =
    act === 'restore'
      ? sql`select from blacklist where blacklist.account_id = account.account_id and blacklist.phone = ${phone} and removed_at is null
            and source in ('reply', 'landing', 'complaint')`
      : sql`select from message where message.account_id = account.account_id and message.phone = ${phone} and kind = 'marketing'`
  const { rows } = await sql<{ account_id: AccountId }>`
    select account_id from account -- across accounts: a person speaks to whoever has their number
    where exists (${concerned}) order by account_id`.execute(db)
  for (const { account_id: account } of rows)
    await asAccount(db, account, tx => grantInput(tx, account, input, { signatureId: null, broadcastId: null }))
  return rows.length
}
