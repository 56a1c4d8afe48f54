import { sql } from 'kysely'
import type { CountTier } from '#contract/orders/custom-count.ts'
import type { Executor } from '#db/connect.ts'
import type { GrantKind } from '#domain/ledger/index.ts'

/** A package as of a moment. */
export interface Offer {
  /** Digits. */
  packageId: string
  version: number
  kind: GrantKind
  name: string
  /** Segments, or units of a link package; with a custom count, the smallest number. */
  segmentCount: number
  priceHao: number
  /** 原价, never less than the price. */
  listPriceHao: number
  validityDays: number
  /** Price of a segment by count, for packages with a custom count; null: the size is fixed. */
  tiers: CountTier[] | null
  /** Null: any number. */
  limitPerAccount: number | null
  saleFrom: Date | null
  saleUntil: Date | null
  isOnSale: boolean
}

/** Every package in the version as of a moment, on sale or not, in the order of their numbers. */
export async function packagesAt(executor: Executor, now: Date): Promise<Offer[]> {
  const { rows } = await sql<Offer>`
    select distinct on (package_id) package_id::text as "packageId", version, kind, name, segment_count, price_hao,
      list_price_hao, validity_days, tiers, limit_per_account, sale_from, sale_until,
      on_sale and coalesce(sale_from <= ${now}, true) and coalesce(sale_until > ${now}, true) as "isOnSale"
    from package_version join sms_package using (package_id)
    where starts_at <= ${now} order by package_id, starts_at desc, version desc`.execute(executor)
  return rows
}

/** Packages on sale at a moment, including those with a custom count. */
export const offersAt = async (executor: Executor, now: Date): Promise<Offer[]> =>
  (await packagesAt(executor, now)).filter(offer => offer.isOnSale)

/** Packages of fixed size on sale at a moment. */
export const sizedOffersAt = async (executor: Executor, now: Date): Promise<Offer[]> =>
  (await offersAt(executor, now)).filter(offer => offer.tiers === null)
