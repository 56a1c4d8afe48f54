import { sql } from 'kysely'
import type { RechargeState } from '#contract/payments/recharge.ts'

/** State of a recharge as people see it, in a query of `recharge`. */
export const shownStateSql = sql<RechargeState>`case when recharge.state = 'waiting' and recharge.paying_at is not null then 'paying' else recharge.state end`
