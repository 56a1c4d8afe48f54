import { sql } from 'kysely'
import { refusals, refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { formatChinaTime } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { formatYuan, haoPerFen } from '#values/money.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** Discount in hao, or whole percent. */
export interface CouponOff {
  kind: 'amount' | 'percent'
  off: number
}

/** Discount on a price, in whole fen rounded down. */
export const couponHao = ({ kind, off }: CouponOff, priceHao: number): number =>
  kind === 'amount' ? off : Number((BigInt(priceHao) * BigInt(off)) / 100n / BigInt(haoPerFen)) * haoPerFen

const bar = (reason: string): never => refuse('coupon_barred', { reason }, { couponCode: reason })
const usedUp = '优惠码已被领完'

export interface CouponUse {
  code: string
  packageId: string
  /** Of the purchase, after the package's own discount. */
  priceHao: number
  now: Date
}

/** Discount of a coupon on a purchase of an account. Refuses `coupon_unknown`, and `coupon_barred` with the reason. */
export async function readCoupon(executor: Executor, account: AccountId, { code, packageId, priceHao, now }: CouponUse) {
  const coupon =
    (await executor.selectFrom('coupon').selectAll().where('code', '=', code).executeTakeFirst()) ??
    refuse('coupon_unknown', {}, { couponCode: refusals.coupon_unknown.message })
  if (coupon.stopped_at && coupon.stopped_at <= now) bar('优惠码已停用')
  if (coupon.starts_at > now) bar(`优惠码从${formatChinaTime(coupon.starts_at).slice(0, 16)}起可用`)
  if (coupon.ends_at <= now) bar('优惠码已过期')
  if (coupon.package_ids.length > 0 && !coupon.package_ids.includes(packageId)) bar('优惠码不能用于这个套餐')
  if (priceHao < coupon.minimum_hao) bar(`优惠码满${formatYuan(coupon.minimum_hao)}可用`)
  if (coupon.total_limit !== null && coupon.used_count >= coupon.total_limit) bar(usedUp)
  if (coupon.account_limit !== null && (await usesOf(executor, account, coupon.coupon_id)) >= coupon.account_limit)
    bar(`优惠码每个账户可用${coupon.account_limit}次，您已用过`)
  const { coupon_id: couponId, name, kind, off } = coupon
  return { couponId, name, couponHao: couponHao({ kind: kind as CouponOff['kind'], off }, priceHao) }
}

async function usesOf(executor: Executor, account: AccountId, couponId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from package_order
    where account_id = ${account} and coupon_id = ${couponId} and state not in ('cancelled', 'expired')`.execute(executor)
  return firstOrThrow(rows).count
}

/**
 * Redeems a coupon for an order that is about to be placed, under the account's lock. The coupon's row holds the count:
 * of concurrent orders one gets the last use. Refuses as `readCoupon`.
 */
export async function redeemCoupon(tx: Tx, account: AccountId, use: CouponUse) {
  const coupon = await readCoupon(tx, account, use)
  const { numUpdatedRows } = await tx
    .updateTable('coupon')
    .set({ used_count: sql`used_count + 1` })
    .where('coupon_id', '=', coupon.couponId)
    .where(({ eb, or, ref }) => or([eb('total_limit', 'is', null), eb('used_count', '<', ref('total_limit'))]))
    .where(({ eb, or }) => or([eb('stopped_at', 'is', null), eb('stopped_at', '>', use.now)]))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) bar(usedUp)
  return coupon
}

/** Returns the use of an order that ends unpaid, in the transaction that ends it. */
export async function returnCoupon(tx: Tx, couponId: string): Promise<void> {
  await tx.updateTable('coupon').set({ used_count: sql`used_count - 1` }).where('coupon_id', '=', couponId).execute()
}
