import { sql } from 'kysely'
import type { Tx } from '#db/connect.ts'
import { blockWithin } from './admin-domain-rule.ts'
import { type Changed, recordDecision } from './admin-link-decision.ts'
import { linksWithin } from './within.ts'

/**
 * Blocks links that became forbidden after their check: links created while their domain was being blocked, and links
 * into a domain that has since become a short domain, which would chain short links. Returns the number of blocked
 * links.
 */
export async function watchLinks(tx: Tx, now: Date): Promise<{ blockedCount: number; loopCount: number }> {
  const { rows } = await sql<{ domain: string }>`select domain from domain_rule where kind = 'blocked'`.execute(tx)
  const blockedCount = await blockWithin(
    tx,
    rows.map(row => row.domain),
    { staffId: null, now },
  )
  return { blockedCount, loopCount: await blockLoops(tx, now) }
}

const isServed = sql`link.state in ('reviewing', 'active') and link.deleted_at is null`
const loopReason = '目标是短链接域名，会从短链接跳到短链接'

async function blockLoops(tx: Tx, now: Date): Promise<number> {
  const { rows: domains } = await sql<{ domain: string }>`
    -- across accounts: a link must not lead to a short domain of any account
    select domain from link_domain where state = 'verified'`.execute(tx)
  const { rows } = await sql<Changed>`
    -- across accounts: a link must not lead to a short domain of any account
    with blocked as (
      update link set state = 'blocked', state_before = link.state, reason = ${loopReason}
      where ${isServed} and (link.account_id, link.link_id) in (
        select account_id, link_id from (${linksWithin(
          domains.map(row => row.domain),
          isServed,
        )}) as within)
      returning account_id, link_id, hosts[1] as host
    ), feed as (insert into link_change (account_id, link_id) select account_id, link_id from blocked)
    select account_id, host, count(*) as link_count from blocked group by account_id, host`.execute(tx)
  return rows.length === 0 ? 0 : recordDecision(tx, rows, { decision: 'blocked', reason: loopReason, staffId: null, now })
}
