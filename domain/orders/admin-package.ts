import { sql } from 'kysely'
import type { z } from 'zod'
import type { packageFacts } from '#contract/orders/admin-package.ts'
import type { CountTier } from '#contract/orders/custom-count.ts'
import { type SaleKind, saleKinds, saleUnit } from '#contract/orders/package.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { formatUnitPrice, formatYuan, parseYuanOrThrow } from '#values/money.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'
import { packagesAt } from './offer.ts'

export type PackageFacts = z.infer<typeof packageFacts>
interface VersionInput {
  facts: PackageFacts
  /** Null: from now on. */
  startsAt: Date | null
  staffId: string
  now: Date
}

/** Every package as of a moment, with its pending version and how many were bought; those on sale first. */
export async function listPackagesForStaff(executor: Executor, sale: 'on' | 'off' | undefined, now: Date) {
  const offers = await packagesAt(executor, now)
  const { rows: sold } = await sql<{ packageId: string; soldCount: number }>`
    -- across accounts: how many were sold
    select package_id::text as "packageId", sum(quantity)::bigint as "soldCount" from package_order where state in ('paid', 'refunding', 'refunded') group by 1`.execute(
    executor,
  )
  const { rows: pending } = await sql<{ packageId: string; startsAt: Date; priceHao: number }>`
    select package_id::text as "packageId", starts_at, price_hao from package_version where starts_at > ${now}`.execute(executor)
  const { rows: switches } = await sql<{ packageId: string; isOffered: boolean }>`
    select package_id::text as "packageId", on_sale as "isOffered" from sms_package`.execute(executor)
  const rows = offers.map(offer => ({
    ...offer,
    isOffered: firstOrThrow(switches.filter(one => one.packageId === offer.packageId)).isOffered,
    soldCount: sold.find(one => one.packageId === offer.packageId)?.soldCount ?? 0,
    pending: pending.find(one => one.packageId === offer.packageId) ?? null,
  }))
  const fitting = sale === undefined ? rows : rows.filter(row => row.isOffered === (sale === 'on'))
  return fitting.sort((a, b) => Number(b.isOffered) - Number(a.isOffered))
}

/** All versions of a package, newest first. Refuses `not_found`. */
export async function listVersions(executor: Executor, packageId: string, now: Date) {
  const { rows } = await sql<VersionRow & { kind: SaleKind; version: number; startsAt: Date; by: string | null }>`
    select version, kind, ${versionColumns}, starts_at, staff.name as by
    from package_version join sms_package using (package_id) left join staff using (staff_id)
    where package_id = ${Number(packageId)} order by version desc`.execute(executor)
  if (rows.length === 0) refuse('not_found')
  return rows.map(row => ({ ...row, isFuture: row.startsAt > now }))
}

/** Creates a package, on sale from the moment of its first version. Refuses `package_exists`. */
export async function createPackage(
  tx: Tx,
  packageId: string,
  kind: SaleKind,
  { facts, staffId, now }: Omit<VersionInput, 'startsAt'>,
): Promise<string> {
  const made = await tx
    .insertInto('smsPackage')
    .values({ packageId: Number(packageId), kind })
    .onConflict(conflict => conflict.column('packageId').doNothing())
    .returning('packageId')
    .execute()
  if (made.length === 0) refuse('package_exists', { packageId }, { packageId: '该编号已被使用，请换一个' })
  await insertVersion(tx, { packageId: Number(packageId), version: 1, facts, startsAt: now, staffId })
  return packageText({ kind, ...packageRow(facts) })
}

/**
 * Adds a version of a package from a moment on; orders keep the version that they were placed for. At most one version
 * is pending. Refuses `not_found`, `price_past`, `package_version_pending`.
 */
export async function changePackage(
  tx: Tx,
  packageId: string,
  { facts, startsAt, staffId, now }: VersionInput,
): Promise<{ before: string; after: string }> {
  const { kind } = await lockPackage(tx, packageId)
  const versions = await listVersions(tx, packageId, now)
  if (startsAt && startsAt <= now) refuse('price_past', {}, { startsAt: '生效时间须晚于现在' })
  if (versions.some(version => version.isFuture)) refuse('package_version_pending')
  const before = firstOrThrow(versions)
  if ((before.tiers === null) !== (facts.tiers === null)) refuse('input_invalid', {}, { tiers: '固定数量和自定义数量的套餐不能互相更改' })
  await insertVersion(tx, { packageId: Number(packageId), version: before.version + 1, facts, startsAt: startsAt ?? now, staffId })
  return { before: packageText(before), after: packageText({ kind, ...packageRow(facts) }) }
}

/** Deletes the pending version. Refuses `not_found`. */
export async function cancelVersion(tx: Tx, packageId: string, now: Date): Promise<string> {
  await lockPackage(tx, packageId)
  const waiting = (await listVersions(tx, packageId, now)).find(version => version.isFuture) ?? refuse('not_found')
  await tx.deleteFrom('packageVersion').where('packageId', '=', Number(packageId)).where('version', '=', waiting.version).execute()
  return packageText(waiting)
}

/**
 * Puts a package on sale or takes it off; purchases aren't affected. Returns its name. Refuses `not_found`,
 * `state_forbids`.
 */
export async function switchPackage(tx: Tx, packageId: string, isOnSale: boolean, now: Date): Promise<string> {
  const row = await lockPackage(tx, packageId)
  if (row.onSale === isOnSale) refuse('state_forbids', { state: isOnSale ? '在售' : '已下架', action: isOnSale ? '再次上架' : '再次下架' })
  await tx.updateTable('smsPackage').set({ onSale: isOnSale }).where('packageId', '=', row.packageId).execute()
  return firstOrThrow((await packagesAt(tx, now)).filter(offer => offer.packageId === packageId)).name
}

async function lockPackage(tx: Tx, packageId: string) {
  const row = await tx.selectFrom('smsPackage').selectAll().where('packageId', '=', Number(packageId)).forUpdate().executeTakeFirst()
  if (!row) refuse('not_found')
  return { ...row, kind: row.kind }
}

const versionColumns = sql`package_version.name, segment_count, price_hao, list_price_hao, tiers,
  validity_days, limit_per_account, sale_from, sale_until`

interface VersionRow {
  name: string
  segmentCount: number
  priceHao: number
  listPriceHao: number
  tiers: CountTier[] | null
  validityDays: number
  limitPerAccount: number | null
  saleFrom: Date | null
  saleUntil: Date | null
}

export const packageRow = ({ segmentCount, price, listPrice, tiers, ...facts }: PackageFacts): VersionRow => {
  if (tiers) {
    const countTiers = tiers.map(({ from, unitPrice }) => ({ from, unitPriceHao: parseYuanOrThrow(unitPrice) }))
    const { from, unitPriceHao } = firstOrThrow(countTiers)
    const priceHao = from * unitPriceHao
    return { ...facts, tiers: countTiers, segmentCount: from, priceHao, listPriceHao: priceHao }
  }
  const priceHao = parseYuanOrThrow(price!)
  return {
    ...facts,
    tiers,
    segmentCount: segmentCount!,
    priceHao,
    listPriceHao: listPrice === null ? priceHao : parseYuanOrThrow(listPrice),
  }
}

async function insertVersion(
  tx: Tx,
  {
    packageId,
    version,
    facts,
    startsAt,
    staffId,
  }: { packageId: number; version: number; facts: PackageFacts; startsAt: Date; staffId: string },
): Promise<void> {
  const row = packageRow(facts)
  await tx
    .insertInto('packageVersion')
    .values({
      packageId,
      version,
      ...pick(row, 'name', 'segmentCount', 'priceHao', 'listPriceHao', 'validityDays', 'limitPerAccount', 'saleFrom', 'saleUntil'),
      tiers: row.tiers && JSON.stringify(row.tiers),
      startsAt,
      staffId,
    })
    .execute()
}

/** Description of a version. */
export function packageText({
  kind,
  name,
  segmentCount,
  priceHao,
  listPriceHao,
  tiers,
  validityDays,
  limitPerAccount,
  saleFrom,
  saleUntil,
}: VersionRow & { kind: SaleKind }) {
  const parts = [
    name,
    saleKinds[kind],
    ...(tiers?.map(({ from, unitPriceHao }) => `${from.toLocaleString('en-US')}${saleUnit(kind)}起${formatUnitPrice(unitPriceHao)}`) ?? [
      `${segmentCount.toLocaleString('en-US')}${saleUnit(kind)}`,
      formatYuan(priceHao),
    ]),
    `${validityDays}天`,
  ]
  if (listPriceHao > priceHao) parts.push(`原价${formatYuan(listPriceHao)}`)
  if (limitPerAccount !== null) parts.push(`每账户限购${limitPerAccount}份`)
  if (saleFrom) parts.push(`${formatChinaTime(saleFrom)}起售`)
  if (saleUntil) parts.push(`售至${formatChinaTime(saleUntil)}`)
  return parts.join('，')
}
