import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { linkGrantsOf } from '#domain/ledger/index.ts'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'

export interface UnitDay {
  day: string
  linkCount: number
  visitCount: number
  overCount: number
}

/**
 * Usage of units on each of the last `dayCount` days (China time), today included, oldest first; days without usage
 * have 0. Of one package, or of all. Refuses `not_found`.
 */
export async function unitUse(
  executor: Executor,
  account: AccountId,
  { grantId, now, dayCount }: { grantId?: string | undefined; now: Date; dayCount: number },
): Promise<UnitDay[]> {
  const grants = (await linkGrantsOf(executor, account)).map(grant => grant.grantId).filter(id => grantId === undefined || id === grantId)
  if (grantId !== undefined && grants.length === 0) refuse('not_found')
  const days = Array.from({ length: dayCount }, (_, index) => chinaDay(chinaDayStart(now, index + 1 - dayCount)))
  const { rows } = await sql<UnitDay>`
    select day, sum(link_count)::bigint as "linkCount", sum(visit_count)::bigint as "visitCount", sum(over_count)::bigint as "overCount" from link_use
    where account_id = ${account} and grant_id = any(${grants}::uuid[]) and day = any(${days}::text[]) group by day`.execute(executor)
  const found = new Map(rows.map(row => [row.day, row]))
  return days.map(day => found.get(day) ?? { day, linkCount: 0, visitCount: 0, overCount: 0 })
}
