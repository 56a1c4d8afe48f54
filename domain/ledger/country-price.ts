import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** 毫 of a segment, by country; a country without a price is closed. */
export type CountryPrices = ReadonlyMap<string, number>

/** What an account pays abroad now; null: it may not send there. */
export async function readCountryPrices(executor: Executor, account: AccountId, now: Date): Promise<CountryPrices | null> {
  const { rows } = await sql<{ country: string | null; hao: number | null }>`
    select country, hao from account left join (
      select distinct on (country) country, unit_price_hao as hao from country_price where starts_at <= ${now} order by country, starts_at desc) as price on hao is not null
    where account_id = ${account} and sends_abroad`.execute(executor)
  if (rows.length === 0) return null
  return new Map(rows.flatMap(({ country, hao }) => (country !== null && hao !== null ? [[country, hao] as const] : [])))
}
