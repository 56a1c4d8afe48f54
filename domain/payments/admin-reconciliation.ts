import { sql } from 'kysely'
import type { OnlinePaymentMethod } from '#contract/payments/recharge.ts'
import type { DifferenceProblem, StatementState } from '#contract/payments/reconciliation.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

interface DayRow {
  paymentMethod: OnlinePaymentMethod
  day: string
  state: StatementState
  trouble: string | null
  theirCount: number
  theirPaidHao: number
  theirRefundedHao: number
  ourCount: number
  ourPaidHao: number
  ourRefundedHao: number
  openCount: number
  comparedAt: Date
}

interface DayFilter {
  paymentMethod?: OnlinePaymentMethod | undefined
  state?: StatementState | undefined
  /** The last day and payment method of the page before. */
  cursor?: string | undefined
  pageSize: number
}

/** Reconciliation days by payment method, newest first. */
export async function listStatementDays(executor: Executor, { paymentMethod, state, cursor, pageSize }: DayFilter) {
  const [day = '', after = ''] = (cursor ?? '').split(' ')
  const { rows } = await sql<DayRow>`
    select payment_method, day, state, trouble, their_count, their_paid_hao, their_refunded_hao,
      our_count, our_paid_hao, our_refunded_hao, compared_at,
      (select count(*) from gateway_difference as difference where difference.payment_method = statement.payment_method and difference.day = statement.day
        and difference.resolved_at is null) as "openCount"
    from gateway_statement as statement
    where true ${paymentMethod ? sql`and payment_method = ${paymentMethod}` : sql``} ${state ? sql`and state = ${state}` : sql``}
      ${cursor ? sql`and (day < ${day} or (day = ${day} and payment_method > ${after}))` : sql``}
    order by day desc, payment_method limit ${pageSize + 1}`.execute(executor)
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return { rows: shown, nextCursor: last && rows.length > pageSize ? `${last.day} ${last.paymentMethod}` : null }
}

/** What needs a person in reconciliation, and the state of the last month. */
export async function reconciliationOverview(executor: Executor, monthFrom: string) {
  const { rows } = await sql<{
    openDifferenceCount: number
    absentDayCount: number
    agreedDayCount: number
    openReceiptCount: number
    openReceiptHao: number
  }>`
    select (select count(*) from gateway_difference where resolved_at is null) as "openDifferenceCount",
      (select count(*) from gateway_statement where state = 'absent') as "absentDayCount",
      (select count(*) from gateway_statement where state = 'agrees' and day >= ${monthFrom}) as "agreedDayCount",
      receipt.count as "openReceiptCount", receipt.hao as "openReceiptHao"
    from (select count(*) as count, coalesce(sum(amount_hao), 0)::bigint as hao from bank_receipt where state in ('waiting', 'approving')) as receipt`.execute(
    executor,
  )
  return firstOrThrow(rows)
}

interface DifferenceRow {
  paymentMethod: OnlinePaymentMethod
  day: string
  kind: 'payment' | 'refund'
  tradeNumber: string
  refundNumber: string
  problem: DifferenceProblem
  ourHao: number | null
  theirHao: number | null
  accountId: AccountId | null
  accountName: string | null
  rechargeId: string | null
  resolvedAt: Date | null
  resolvedBy: string | null
  remark: string | null
}

interface DifferenceFilter {
  paymentMethod?: OnlinePaymentMethod | undefined
  day?: string | undefined
  isResolved: boolean
  cursor?: string | undefined
  pageSize: number
}

/** Open differences, newest first; or resolved ones. */
export async function listDifferences(executor: Executor, { paymentMethod, day, isResolved, cursor, pageSize }: DifferenceFilter) {
  const offset = Number(cursor ?? 0)
  const { rows } = await sql<DifferenceRow>`
    select difference.payment_method, difference.day, difference.kind, difference.trade_number, refund_number, problem,
      our_hao, their_hao, difference.account_id, ${shownAccountName} as "accountName", trade.recharge_id,
      resolved_at, staff.name as "resolvedBy", difference.remark
    from gateway_difference as difference -- across accounts: what gateways and books disagree on
    left join account on account.account_id = difference.account_id
    left join payment_trade as trade on trade.trade_number = difference.trade_number
    left join staff on staff.staff_id = difference.resolved_by
    where difference.resolved_at ${isResolved ? sql`is not null` : sql`is null`} ${paymentMethod ? sql`and difference.payment_method = ${paymentMethod}` : sql``}
      ${day ? sql`and difference.day = ${day}` : sql``}
    order by difference.day desc, difference.payment_method, difference.trade_number, refund_number limit ${pageSize + 1} offset ${offset}`.execute(
    executor,
  )
  return { rows: rows.slice(0, pageSize), nextCursor: rows.length > pageSize ? String(offset + pageSize) : null }
}

interface Resolving {
  paymentMethod: OnlinePaymentMethod
  day: string
  kind: 'payment' | 'refund'
  tradeNumber: string
  refundNumber: string
  staffId: string
  reason: string
  now: Date
}

/**
 * Records the finding of a person about a difference. A day without open differences counts as agreed. Refuses
 * `not_found`.
 */
export async function resolveDifference(
  tx: Tx,
  { paymentMethod, day, kind, tradeNumber, refundNumber, staffId, reason, now }: Resolving,
): Promise<void> {
  const { rows } = await sql`
    update gateway_difference set resolved_at = ${now}, resolved_by = ${staffId}, remark = ${reason}
    where payment_method = ${paymentMethod} and day = ${day} and kind = ${kind} and trade_number = ${tradeNumber} and refund_number = ${refundNumber} and resolved_at is null
    returning 1`.execute(tx)
  if (rows.length === 0) refuse('not_found')
  await sql`update gateway_statement set state = 'agrees' where payment_method = ${paymentMethod} and day = ${day} and state = 'differs'
    and not exists (select from gateway_difference where payment_method = ${paymentMethod} and day = ${day} and resolved_at is null)`.execute(
    tx,
  )
}
