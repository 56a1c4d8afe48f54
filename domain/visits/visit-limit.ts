import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** How many of the requested visits were granted, and the link's total with them. */
export interface VisitClaim {
  grantedCount: number
  visitCount: number
}

/**
 * Claims up to `count` visits of a link with a limit; all claims together never exceed it. `owedCount` visits were
 * granted while the database was away and are counted even beyond it. Runs in the platform's role.
 */
export async function claimVisits(
  executor: Executor,
  link: { accountId: AccountId; linkId: string; limit: number },
  asked: { count: number; owedCount: number },
): Promise<VisitClaim> {
  const claim = await claimOfKnown(executor, link, asked)
  if (claim) return claim
  await sql`insert into link_visit_count (account_id, link_id, visit_count) values (${link.accountId}, ${link.linkId}, 0)
    on conflict do nothing`.execute(executor)
  const known = await claimOfKnown(executor, link, asked)
  if (!known) throw new TypeError(`no visit count of link ${link.linkId}`)
  return known
}

/** The row is locked before it is read: concurrent claims are serialized. */
async function claimOfKnown(
  executor: Executor,
  { accountId, linkId, limit }: { accountId: AccountId; linkId: string; limit: number },
  { count, owedCount }: { count: number; owedCount: number },
): Promise<VisitClaim | null> {
  const { rows } = await sql<{ owing: number; visitCount: number }>`
    with known as (
      select visit_count + ${owedCount}::bigint as owing from link_visit_count where account_id = ${accountId} and link_id = ${linkId} for update)
    update link_visit_count set visit_count = greatest(known.owing, least(${limit}::bigint, known.owing + ${count}::bigint))
    from known where account_id = ${accountId} and link_id = ${linkId} returning known.owing, visit_count`.execute(executor)
  return rows[0] ? { grantedCount: rows[0].visitCount - rows[0].owing, visitCount: rows[0].visitCount } : null
}
