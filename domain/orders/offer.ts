import { sql } from 'kysely'
import type { CountTier } from '#contract/orders/custom-count.ts'
import type { Executor } from '#db/connect.ts'
import type { GrantKind } from '#domain/ledger/index.ts'

/** A package as it stands at a moment. */
export interface Offer {
  /** Digits. */
  packageId: string
  version: number
  kind: GrantKind
  name: string
  /** Segments, or units of a link package; where the buyer says how many, the smallest number. */
  segmentCount: number
  priceHao: number
  /** 原价, never less than the price. */
  listPriceHao: number
  validityDays: number
  /** What a segment costs by how many are bought, where the buyer says how many; null: the package has its size. */
  tiers: CountTier[] | null
  /** Null: any number. */
  limitPerAccount: number | null
  saleFrom: Date | null
  saleUntil: Date | null
  isOnSale: boolean
}

/** Every package in the version that holds at a moment, sold or not, in the order of their numbers. */
export async function packagesAt(executor: Executor, now: Date): Promise<Offer[]> {
  const { rows } = await sql<Offer>`
    select distinct on (package_id) package_id::text as "packageId", version, kind, name, segment_count as "segmentCount", price_hao as "priceHao",
      list_price_hao as "listPriceHao", validity_days as "validityDays", tiers, limit_per_account as "limitPerAccount", sale_from as "saleFrom", sale_until as "saleUntil",
      on_sale and coalesce(sale_from <= ${now}, true) and coalesce(sale_until > ${now}, true) as "isOnSale"
    from package_version join sms_package using (package_id)
    where starts_at <= ${now} order by package_id, starts_at desc, version desc`.execute(executor)
  return rows
}

/** What can be bought at a moment, packages whose buyer says how many they hold among it. */
export const offersAt = async (executor: Executor, now: Date): Promise<Offer[]> =>
  (await packagesAt(executor, now)).filter(offer => offer.isOnSale)

/** What can be bought at a moment without saying how many it holds. */
export const sizedOffersAt = async (executor: Executor, now: Date): Promise<Offer[]> =>
  (await offersAt(executor, now)).filter(offer => offer.tiers === null)
