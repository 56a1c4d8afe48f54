import { sql } from 'kysely'
import type { Executor, Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** Records in the change feed (link_change) that redirectors must reload whether an account's links are stopped. */
export async function recordAccountChange(tx: Tx, account: AccountId): Promise<void> {
  await sql`insert into link_change (account_id) values (${account})`.execute(tx)
}

/** Why staff have stopped all links of an account; null: they haven't. */
export async function readLinkStop(executor: Executor, account: AccountId): Promise<{ reason: string; at: Date } | null> {
  const row = await executor.selectFrom('linkStop').select(['reason', 'at']).where('accountId', '=', account).executeTakeFirst()
  return row ?? null
}
