import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** 毫 of a segment, by country; a country without a price is closed. */
export type CountryPrices = ReadonlyMap<string, number>

/** What an account pays abroad now; null: it may not send there. */
export async function readCountryPrices(executor: Executor, account: AccountId, now: Date): Promise<CountryPrices | null> {
  const { rows } = await sql<{ prices: Record<string, number> | null }>`
    select (select jsonb_object_agg(country, hao) from (
      select distinct on (country) country, unit_price_hao as hao from country_price where starts_at <= ${now} order by country, starts_at desc) as price
      where hao is not null) as prices
    from account where account_id = ${account} and sends_abroad`.execute(executor)
  return rows[0] ? new Map(Object.entries(rows[0].prices ?? {})) : null
}
