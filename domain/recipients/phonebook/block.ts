import { sql } from 'kysely'
import type { BlacklistSource } from '#contract/blacklist/blacklist.ts'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/**
 * How each of the numbers came onto a blacklist: the platform's, or the account's for all signatures. Numbers on none
 * are left out.
 */
export async function blockedBy(
  executor: Executor,
  account: AccountId,
  phones: readonly string[],
  now: Date,
): Promise<Map<string, BlacklistSource | 'platform'>> {
  const { rows } = await sql<{ phone: string; source: BlacklistSource | 'platform' }>`
    select phone, source from blacklist
    where account_id = ${account} and phone = any(${[...phones]}::text[]) and removed_at is null and signature_id is null
      and (expires_at is null or expires_at > ${now})
    union all select phone, 'platform' from platform_blacklist where phone = any(${[...phones]}::text[])`.execute(executor)
  return new Map(rows.map(row => [row.phone, row.source]))
}
