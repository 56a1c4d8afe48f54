import { type RawBuilder, sql } from 'kysely'
import { type CouponKind, type CouponState, couponStates } from '#contract/orders/admin-coupon.ts'
import type { OrderState } from '#contract/orders/order.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { type AccountId, newId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'
import { pageOf } from '#values/page.ts'
import { pick } from '#values/pick.ts'
import { packagesAt } from './offer.ts'

export interface NewCoupon {
  code: string
  name: string
  kind: CouponKind
  /** hao, or percent. */
  off: number
  minimumHao: number
  startsAt: Date
  endsAt: Date
  totalLimit: number | null
  accountLimit: number | null
  packageIds: readonly string[]
}

/** Creates a coupon. Returns its description. Refuses `coupon_exists`, and `input_invalid` for an unknown package. */
export async function createCoupon(tx: Tx, coupon: NewCoupon, { staffId, now }: { staffId: string; now: Date }): Promise<string> {
  const known = new Set((await packagesAt(tx, now)).map(one => one.packageId))
  if (!coupon.packageIds.every(id => known.has(id))) refuse('input_invalid', {}, { packageIds: '请从列表中选择套餐' })
  const made = await tx
    .insertInto('coupon')
    .values({
      couponId: newId(now.getTime()),
      ...pick(coupon, 'code', 'name', 'kind', 'off', 'minimumHao', 'startsAt', 'endsAt', 'totalLimit', 'accountLimit'),
      packageIds: [...coupon.packageIds],
      staffId,
      createdAt: now,
    })
    .onConflict(conflict => conflict.column('code').doNothing())
    .returning('couponId')
    .execute()
  if (made.length === 0) refuse('coupon_exists', {}, { code: '该优惠码已被使用，请换一个' })
  return couponText(coupon)
}

const timesOf = (limit: number | null) => (limit === null ? '不限次数' : `${limit.toLocaleString('en-US')}次`)

/** Description of a coupon. */
export const couponText = ({ name, kind, off, minimumHao, startsAt, endsAt, totalLimit, accountLimit, packageIds }: NewCoupon): string =>
  [
    name,
    `满${formatYuan(minimumHao)}减${kind === 'amount' ? formatYuan(off) : `${off}%`}`,
    `${formatChinaTime(startsAt)}至${formatChinaTime(endsAt)}`,
    `共${timesOf(totalLimit)}`,
    `每个账户${timesOf(accountLimit)}`,
    packageIds.length === 0 ? '全部套餐' : `套餐${packageIds.join('、')}`,
  ].join('，')

/** Ends a coupon at once; orders that used it keep their price. Refuses `not_found`, `state_forbids`. */
export async function stopCoupon(tx: Tx, code: string, now: Date): Promise<void> {
  const row = (await tx.selectFrom('coupon').selectAll().where('code', '=', code).forUpdate().executeTakeFirst()) ?? refuse('not_found')
  if (row.stoppedAt !== null) refuse('state_forbids', { state: couponStates.stopped, action: '再次停用' })
  await tx.updateTable('coupon').set({ stoppedAt: now }).where('couponId', '=', row.couponId).execute()
}

const stateAt = (
  now: Date,
): RawBuilder<CouponState> => sql<CouponState>`case when stopped_at is not null then 'stopped' when ends_at <= ${now} then 'ended'
  when total_limit is not null and used_count >= total_limit then 'used' when starts_at > ${now} then 'pending' else 'running' end`

/** Coupons, newest first, with the discount that each gave on paid orders. */
export async function listCoupons(
  executor: Executor,
  {
    state,
    code,
    cursor,
    pageSize,
    now,
  }: { state?: CouponState | undefined; code?: string | undefined; cursor?: string | undefined; pageSize: number; now: Date },
) {
  const wanted = [sql`true`]
  if (state) wanted.push(sql`${stateAt(now)} = ${state}`)
  if (code) wanted.push(sql`starts_with(code, ${code})`)
  if (cursor) wanted.push(sql`coupon_id < ${cursor}`)
  const { rows } = await sql<NewCoupon & { couponId: string; usedCount: number; state: CouponState; packageIds: string[] }>`
    select coupon_id, code, name, kind, off, minimum_hao, starts_at, ends_at,
      total_limit, account_limit, package_ids, used_count, ${stateAt(now)} as state
    from coupon where ${sql.join(wanted, sql` and `)} order by coupon_id desc limit ${pageSize + 1}`.execute(executor)
  const page = pageOf(rows, pageSize, row => row.couponId)
  const { rows: used } = await sql<{ couponId: string; offHao: number }>`
    -- across accounts: what all customers used codes for
    select coupon_id, sum(coupon_hao)::bigint as "offHao" from package_order
    where coupon_id = any(${page.rows.map(row => row.couponId)}::uuid[]) and paid_at is not null group by coupon_id`.execute(executor)
  const sums = new Map(used.map(row => [row.couponId, row.offHao]))
  return { ...page, rows: page.rows.map(row => ({ ...row, offHao: sums.get(row.couponId) ?? 0 })) }
}

interface CouponOrder {
  accountId: AccountId
  accountName: string
  orderId: string
  orderNumber: string
  name: string
  state: OrderState
  couponHao: number
  amountHao: number
  createdAt: Date
}

/** Orders placed with a coupon, newest first. Refuses `not_found`. */
export async function listCouponUses(
  executor: Executor,
  code: string,
  { cursor, pageSize }: { cursor?: string | undefined; pageSize: number },
) {
  const coupon = (await executor.selectFrom('coupon').select('couponId').where('code', '=', code).executeTakeFirst()) ?? refuse('not_found')
  const { rows } = await sql<CouponOrder>`
    -- across accounts: which customers used a code
    select bought.account_id, ${shownAccountName} as "accountName", order_id, order_number, bought.name, bought.state,
      coupon_hao, amount_hao, bought.created_at
    from package_order as bought join account on account.account_id = bought.account_id
    where coupon_id = ${coupon.couponId} and ${cursor ? sql`order_id < ${cursor}` : sql`true`}
    order by order_id desc limit ${pageSize + 1}`.execute(executor)
  return pageOf(rows, pageSize, row => row.orderId)
}
