import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { countUp, giveBack, takeOne } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

const hourly = { windowMs: 3_600_000, most: limits.couponTriesPerHour }
const keyOf = (account: AccountId) => `coupon:${account}`

/** Looks whether the account may try one more code, and lets it do one at a time until the transaction ends. Refuses `coupon_limited`. */
export async function allowCouponTry(tx: Tx, account: AccountId, now: Date): Promise<void> {
  const counter = { key: keyOf(account), limit: hourly }
  await takeOne(tx, [counter], now, waitMs =>
    refuse('coupon_limited', { seconds: Math.ceil(waitMs / 1_000), minutes: Math.ceil(waitMs / 60_000) }),
  )
  await giveBack(tx, [counter.key])
}

/** Counts a code that doesn't exist; not in the transaction in which it was tried, which its refusal takes back. */
export const countCouponTry = (executor: Executor, account: AccountId, now: Date): Promise<number> =>
  countUp(executor, keyOf(account), hourly, now)
