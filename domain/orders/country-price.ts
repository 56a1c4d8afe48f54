import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { formatYuan } from '#values/money.ts'

interface Version {
  startsAt: Date
  /** Null: closed. */
  unitPriceHao: number | null
}

/** The price of a segment to each country that has or had one, by name, and the next one that is set. */
export async function listCountryPrices(executor: Executor, now: Date) {
  const versions = await executor.selectFrom('countryPrice').selectAll().orderBy('country').orderBy('startsAt').execute()
  return [...Map.groupBy(versions, one => one.country)].map(([country, own]) => ({
    country,
    unitPriceHao: inForce(own, now)?.unitPriceHao ?? null,
    next: own.find(one => one.startsAt > now) ?? null,
  }))
}

const inForce = (versions: readonly Version[], at: Date) => versions.findLast(one => one.startsAt <= at)

/**
 * Sets the price of a country from a moment on, null: closes it; what was accepted before keeps its price. Refuses
 * `price_past`, `price_exists`.
 */
export async function setCountryPrice(
  tx: Tx,
  { country, startsAt, unitPriceHao, now }: { country: string; startsAt: Date | null; unitPriceHao: number | null; now: Date },
): Promise<{ before: string; after: string }> {
  if (startsAt && startsAt < now) refuse('price_past', {}, { startsAt: '生效时间不能早于现在' })
  const from = startsAt ?? now
  const known = await tx
    .selectFrom('countryPrice')
    .select(['startsAt', 'unitPriceHao'])
    .where('country', '=', country)
    .orderBy('startsAt')
    .execute()
  const made = await sql`
    insert into country_price (country, starts_at, unit_price_hao) values (${country}, ${from}, ${unitPriceHao}) on conflict do nothing returning 1`.execute(
    tx,
  )
  if (made.rows.length === 0) refuse('price_exists')
  return { before: priceText(inForce(known, from)?.unitPriceHao ?? null), after: priceText(unitPriceHao) }
}

const priceText = (hao: number | null) => (hao === null ? '未开通' : formatYuan(hao))
