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
  if (coupon.stoppedAt && coupon.stoppedAt <= now) bar('优惠码已停用')
  if (coupon.startsAt > now) bar(`优惠码从${formatChinaTime(coupon.startsAt).slice(0, 16)}起可用`)
  if (coupon.endsAt <= now) bar('优惠码已过期')
  if (coupon.packageIds.length > 0 && !coupon.packageIds.includes(packageId)) bar('优惠码不能用于这个套餐')
  if (priceHao < coupon.minimumHao) bar(`优惠码满${formatYuan(coupon.minimumHao)}可用`)
  if (coupon.totalLimit !== null && coupon.usedCount >= coupon.totalLimit) bar(usedUp)
  if (coupon.accountLimit !== null && (await usesOf(executor, account, coupon.couponId)) >= coupon.accountLimit)
    bar(`优惠码每个账户可用${coupon.accountLimit}次，您已用过`)
  const { couponId, name, kind, off } = coupon
  return { couponId, name, couponHao: couponHao({ kind, off }, priceHao) }
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
    .set({ usedCount: sql`used_count + 1` })
    .where('couponId', '=', coupon.couponId)
    .where(({ eb, or, ref }) => or([eb('totalLimit', 'is', null), eb('usedCount', '<', ref('totalLimit'))]))
    .where(({ eb, or }) => or([eb('stoppedAt', 'is', null), eb('stoppedAt', '>', use.now)]))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) bar(usedUp)
  return coupon
}

/** Returns the use of an order that ends unpaid, in the transaction that ends it. */
export async function returnCoupon(tx: Tx, couponId: string): Promise<void> {
  await tx.updateTable('coupon').set({ usedCount: sql`used_count - 1` }).where('couponId', '=', couponId).execute()
}
