import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { countUp, giveBack, takeOne } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

const hourly = { windowMs: 3_600_000, most: limits.couponTriesPerHour }
const keyOf = (account: AccountId) => `coupon:${account}`

/**
 * Rate limit on trying coupons: checks whether the account may try one more, and serializes its tries until the
 * transaction ends. Refuses `coupon_limited`.
 */
export async function allowCouponTry(tx: Tx, account: AccountId, now: Date): Promise<void> {
  const counter = { key: keyOf(account), limit: hourly }
  await takeOne(tx, [counter], now, waitMs =>
    refuse('coupon_limited', { seconds: Math.ceil(waitMs / 1_000), minutes: Math.ceil(waitMs / 60_000) }),
  )
  await giveBack(tx, [counter.key])
}

/** Counts an unknown coupon; not in the transaction that tried it, which the refusal rolls back. */
export const countCouponTry = (executor: Executor, account: AccountId, now: Date): Promise<number> =>
  countUp(executor, keyOf(account), hourly, now)
