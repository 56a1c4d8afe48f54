import { sql } from 'kysely'
import type { Executor, Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** Invalidates an account's stop flag in the redirectors' caches, at commit of this transaction. */
export async function tellAccountChanged(tx: Tx, account: AccountId): Promise<void> {
  await sql`insert into link_change (account_id) values (${account})`.execute(tx)
}

/** Why staff have stopped all links of an account; null: they haven't. */
export async function readLinkStop(executor: Executor, account: AccountId): Promise<{ reason: string; at: Date } | null> {
  const row = await executor.selectFrom('link_stop').select(['reason', 'at']).where('account_id', '=', account).executeTakeFirst()
  return row ?? null
}
