import { sql } from 'kysely'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** Records changed links in the change feed (link_change), from which redirectors reload them after the commit. */
export async function changed(tx: Tx, account: AccountId, linkIds: readonly string[]): Promise<void> {
  if (linkIds.length === 0) return
  await sql`insert into link_change (account_id, link_id) select ${account}::uuid, link_id from unnest(${[...linkIds]}::uuid[]) as link_id`.execute(
    tx,
  )
}
