import { sql } from 'kysely'
import { accountRow } from '#db/account-row.ts'
import type { Db } from '#db/connect.ts'
import { linkCodeLength, randomCodes } from '#domain/links/code.ts'
import { type AccountId, newId } from '#values/id.ts'

export interface TestLink {
  linkId: string
  code: string
  target: string
}

/** Active links of an account, each with a code and a target of its own. `db` with the platform's role. */
export async function createLinks(db: Db, account: AccountId, count: number): Promise<TestLink[]> {
  const links = randomCodes(count, linkCodeLength).map((code, index) => ({ linkId: newId(), code, target: `https://example.com/${index}` }))
  const list = <Key extends keyof TestLink>(key: Key) => links.map(link => link[key])
  await db.transaction().execute(async tx => {
    await sql`insert into link (account_id, link_id, code, target, state)
      select owner.account_id, one.*, 'active' from ${accountRow(account)}
      cross join unnest(${list('linkId')}::uuid[], ${list('code')}::text[], ${list('target')}::text[]) as one`.execute(tx)
    await sql`insert into short_code (code, account_id, link_id)
      select code, ${account}::uuid, link_id from unnest(${list('code')}::text[], ${list('linkId')}::uuid[]) as made (code, link_id)`.execute(
      tx,
    )
  })
  return links
}

/** Changes the state of a link and notifies the redirector. */
export async function setLinkState(db: Db, account: AccountId, linkId: string, state: string): Promise<void> {
  await db.transaction().execute(async tx => {
    await tx.updateTable('link').set({ state }).where('accountId', '=', account).where('linkId', '=', linkId).execute()
    await tx.insertInto('linkChange').values({ accountId: account, linkId }).execute()
  })
}
