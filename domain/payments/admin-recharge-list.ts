import { sql } from 'kysely'
import type { CloseReason, PaymentMethod, RechargeState } from '#contract/payments/recharge.ts'
import type { Executor } from '#db/connect.ts'
import { shownStateSql } from '#domain/orders/index.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'

interface RechargeRow {
  accountId: AccountId
  accountName: string
  rechargeId: string
  tradeNumber: string
  paymentMethod: PaymentMethod
  amountHao: number
  paidHao: number | null
  refundedHao: number
  state: RechargeState
  closeReason: CloseReason | null
  gatewayNumber: string | null
  payer: string | null
  createdAt: Date
  expiresAt: Date
  paidAt: Date | null
  memberName: string | null
  handledBy: string | null
  handledAt: Date | null
  handledReason: string | null
}

interface RechargeFilter {
  view: 'failed' | 'all'
  state?: RechargeState | undefined
  paymentMethod?: PaymentMethod | undefined
  number?: string | undefined
  accountId?: string | undefined
  cursor?: string | undefined
  pageSize: number
}

/** Recharges of all accounts, newest first. */
export async function listAllRecharges(
  executor: Executor,
  { view, state, paymentMethod, number, accountId, cursor, pageSize }: RechargeFilter,
) {
  const wanted = view === 'failed' ? 'failed' : state
  const { rows } = await sql<RechargeRow>`
    select recharge.account_id, ${shownAccountName} as "accountName", recharge_id, trade_number, payment_method,
      amount_hao, paid_hao, refunded_hao, ${shownStateSql} as state, close_reason, gateway_number,
      payer, recharge.created_at, expires_at, paid_at, member.name as "memberName", staff.name as "handledBy", handled_at, handled_reason
    from recharge -- across accounts: the search of the back office
    join account on account.account_id = recharge.account_id
    left join member on member.account_id = recharge.account_id and member.member_id = recharge.member_id
    left join staff on staff.staff_id = recharge.handled_by
    where true ${wanted ? sql`and ${shownStateSql} = ${wanted}` : sql``} ${paymentMethod ? sql`and payment_method = ${paymentMethod}` : sql``}
      ${number ? sql`and (trade_number = ${number} or gateway_number = ${number})` : sql``}
      ${accountId ? sql`and recharge.account_id = ${accountId}` : sql``} ${cursor ? sql`and recharge_id < ${cursor}` : sql``}
    order by recharge_id desc limit ${pageSize + 1}`.execute(executor)
  const shown = rows.slice(0, pageSize)
  return { rows: shown, nextCursor: rows.length > pageSize ? lastOrThrow(shown).rechargeId : null }
}

/** Number of undecided recharges with a differing sum. */
export async function failedRechargeCount(executor: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from recharge where state = 'failed' and handled_at is null -- across accounts: the platform's own queue`.execute(
    executor,
  )
  return firstOrThrow(rows).count
}
