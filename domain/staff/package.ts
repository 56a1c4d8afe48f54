import { sql } from 'kysely'
import type { z } from 'zod'
import type { packageFacts } from '#contract/operator-package.ts'
import { packageKinds } from '#contract/package.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { GrantKind } from '#domain/ledger/balance.ts'
import { formatYuan, parseYuan } from '#values/money.ts'

export type PackageFacts = z.infer<typeof packageFacts>

/** Every package with how many were bought, those on sale first. */
export async function listPackages(executor: Executor, sale: 'on' | 'off' | undefined) {
  const { rows } = await sql<{
    packageId: string
    name: string
    kind: GrantKind
    segmentCount: number
    priceHao: number
    validityDays: number
    isOnSale: boolean
    soldCount: number
  }>`
    -- across accounts: how many were sold
    select package_id::text as "packageId", name, kind, segment_count as "segmentCount", price_hao as "priceHao", validity_days as "validityDays",
      on_sale as "isOnSale", coalesce(sold.n, 0) as "soldCount"
    from sms_package as offer
    left join (select package_id as id, sum(quantity)::bigint as n from package_order group by 1) as sold on sold.id = offer.package_id
    where ${sale === undefined ? sql`true` : sql`on_sale = ${sale === 'on'}`} order by on_sale desc, package_id`.execute(executor)
  return rows
}

/** A new package, on sale at once. Refuses `package_exists`. */
export async function createPackage(tx: Tx, packageId: string, facts: PackageFacts): Promise<string> {
  const made = await tx
    .insertInto('sms_package')
    .values({ package_id: Number(packageId), ...columnsOf(facts) })
    .onConflict(conflict => conflict.column('package_id').doNothing())
    .returning('package_id')
    .execute()
  if (made.length === 0) refuse('package_exists', { packageId }, { packageId: '该编号已被使用，请换一个' })
  return told(columnsOf(facts))
}

/** Changes a package: of one that was bought the name alone, so that an order means what it meant. Refuses `not_found`, `package_sold`. */
export async function changePackage(tx: Tx, packageId: string, facts: PackageFacts): Promise<{ before: string; after: string }> {
  const row = await lockPackage(tx, packageId)
  const next = columnsOf(facts)
  const { rows: orders } = await sql`
    -- across accounts: whether anybody bought it
    select from package_order where package_id = ${row.package_id} limit 1`.execute(tx)
  const facets = ({ kind, segment_count, price_hao, validity_days }: typeof next) => [kind, segment_count, price_hao, validity_days].join()
  if (orders.length > 0 && facets(row as typeof next) !== facets(next)) refuse('package_sold')
  await tx.updateTable('sms_package').set(next).where('package_id', '=', row.package_id).execute()
  return { before: told(row as typeof next), after: told(next) }
}

/** Offers a package or withdraws it; what was bought is not touched. Gives its name. Refuses `not_found`, `state_forbids`. */
export async function switchPackage(tx: Tx, packageId: string, isOnSale: boolean): Promise<string> {
  const row = await lockPackage(tx, packageId)
  if (row.on_sale === isOnSale) refuse('state_forbids', { state: isOnSale ? '在售' : '已下架', action: isOnSale ? '再次上架' : '再次下架' })
  await tx.updateTable('sms_package').set({ on_sale: isOnSale }).where('package_id', '=', row.package_id).execute()
  return row.name
}

/** The lock waits for orders that are being written (their foreign key holds the row), so that a package that is being sold is seen as sold. */
async function lockPackage(tx: Tx, packageId: string) {
  const row = await tx.selectFrom('sms_package').selectAll().where('package_id', '=', Number(packageId)).forUpdate().executeTakeFirst()
  if (!row) refuse('not_found')
  return row
}

const columnsOf = ({ name, kind, segmentCount, price, validityDays }: PackageFacts) => ({
  name,
  kind: kind as GrantKind,
  segment_count: segmentCount,
  price_hao: parseYuan(price)!,
  validity_days: validityDays,
})

const told = ({ name, kind, segment_count, price_hao, validity_days }: ReturnType<typeof columnsOf>) =>
  `${name}，${packageKinds[kind]}，${segment_count.toLocaleString('en-US')}条，${formatYuan(price_hao)}，${validity_days}天`
