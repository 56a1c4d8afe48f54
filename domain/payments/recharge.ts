import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { OnlinePaymentMethod, PaymentMethod, RechargeState } from '#contract/payments/recharge.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db, type Executor, type Tx } from '#db/connect.ts'
import { shownStateSql } from '#domain/orders/index.ts'
import { GatewayFailed, type NextAction, type PaymentGateway } from '#payment/gateway.ts'
import { chinaDay } from '#values/china-time.ts'
import { type AccountId, idFloor, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { haoPerFen } from '#values/money.ts'
import { pageOf } from '#values/page.ts'

/** Delays of polling a gateway for a payment without a webhook; the last poll is at its deadline. */
export const pollDelaysMs = [10_000, 20_000, 90_000, 480_000] as const

const minuteMs = 60_000

export interface NewRecharge {
  paymentMethod: OnlinePaymentMethod
  amountHao: number
  memberId: string
  /** The order that it pays on arrival; payable no longer than the order stands. */
  order?: { orderId: string; expiresAt: Date }
  now: Date
}

/** Creates a recharge attempt; nothing is paid yet. Refuses `recharges_waiting` when too many are unpaid. */
export async function createRecharge(
  tx: Tx,
  account: AccountId,
  { paymentMethod, amountHao, memberId, order, now }: NewRecharge,
): Promise<string> {
  await sql`select from account where account_id = ${account} for no key update`.execute(tx)
  const { count } = await tx
    .selectFrom('recharge')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', account)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  if (count >= limits.waitingRecharges) refuse('recharges_waiting', { count })
  const rechargeId = newId(now.getTime())
  const expiresAt = new Date(
    Math.min(now.getTime() + limits.rechargeMinutes * minuteMs, order?.expiresAt.getTime() ?? Number.POSITIVE_INFINITY),
  )
  const tradeNumber = `R${chinaDay(now).replaceAll('-', '')}${String(randomInt(10 ** 12)).padStart(12, '0')}`
  await tx
    .insertInto('recharge')
    .values({
      account_id: account,
      recharge_id: rechargeId,
      trade_number: tradeNumber,
      payment_method: paymentMethod,
      amount_hao: amountHao,
      state: 'waiting',
      member_id: memberId,
      order_id: order?.orderId ?? null,
      created_at: now,
      expires_at: expiresAt,
      poll_at: new Date(now.getTime() + pollDelaysMs[0]),
    })
    .execute()
  await tx
    .insertInto('payment_trade')
    .values({ trade_number: tradeNumber, account_id: account, recharge_id: rechargeId, payment_method: paymentMethod })
    .execute()
  return rechargeId
}

/**
 * Starts the payment at the gateway, outside of any transaction. An unreachable gateway closes the attempt: the payer
 * was not sent anywhere.
 */
export async function startGatewayPayment(
  db: Db,
  account: AccountId,
  rechargeId: string,
  gateway: PaymentGateway,
  from: { webhookUrl: string; returnUrl: string },
): Promise<void> {
  const row = await asAccount(db, account, tx => findRecharge(tx, account, rechargeId))
  const trade = {
    tradeNumber: row.trade_number,
    amountFen: row.amount_hao / haoPerFen,
    subject: row.order_id ? '鸿雁套餐' : '鸿雁账户充值',
    expiresAt: row.expires_at,
  }
  let way: NextAction | null = null
  try {
    way = await gateway.pay(trade, from)
  } catch (error) {
    if (!(error instanceof GatewayFailed)) throw error
  }
  await asAccount(db, account, tx =>
    tx
      .updateTable('recharge')
      .set(way ? { next_action: JSON.stringify(way) } : { state: 'closed', close_reason: 'unavailable', poll_at: null })
      .where('account_id', '=', account)
      .where('recharge_id', '=', rechargeId)
      .where('state', '=', 'waiting')
      .execute(),
  )
}

/** Refuses `not_found`. */
export async function findRecharge(executor: Executor, account: AccountId, rechargeId: string) {
  const row = await executor
    .selectFrom('recharge')
    .selectAll()
    .where('account_id', '=', account)
    .where('recharge_id', '=', rechargeId)
    .executeTakeFirst()
  return row ?? refuse('not_found')
}

const rowsOf = (executor: Executor, account: AccountId) =>
  executor
    .selectFrom('recharge')
    .leftJoin('member', join =>
      join.onRef('member.account_id', '=', 'recharge.account_id').onRef('member.member_id', '=', 'recharge.member_id'),
    )
    .selectAll('recharge')
    .select('member.name as member_name')
    .where('recharge.account_id', '=', account)

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

/** The state as people see it. */
export const shownState = (row: { state: RechargeState; paying_at: Date | null }): RechargeState =>
  row.state === 'waiting' && row.paying_at ? 'paying' : row.state

const shown = (row: Row) => ({
  rechargeId: row.recharge_id,
  tradeNumber: row.trade_number,
  paymentMethod: row.payment_method,
  amountHao: row.amount_hao,
  refundedHao: row.refunded_hao,
  state: shownState(row),
  closeReason: row.close_reason,
  gatewayNumber: row.gateway_number,
  payer: row.payer,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  paidAt: row.paid_at,
  memberName: row.member_name,
})

/** One attempt, with its payment page while it can be paid. Refuses `not_found`. */
export async function readRecharge(executor: Executor, account: AccountId, rechargeId: string) {
  const row = await rowsOf(executor, account).where('recharge.recharge_id', '=', rechargeId).executeTakeFirst()
  if (!row) refuse('not_found')
  return { ...shown(row), nextAction: row.state === 'waiting' ? row.next_action : null }
}

export interface RechargeFilter {
  state?: RechargeState | undefined
  paymentMethod?: PaymentMethod | undefined
  tradeNumber?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
  cursor?: string | undefined
  pageSize: number
}

/** Attempts, newest first. */
export async function listRecharges(executor: Executor, account: AccountId, filter: RechargeFilter) {
  let query = rowsOf(executor, account)
  if (filter.state) query = query.where(shownStateSql, '=', filter.state)
  if (filter.paymentMethod) query = query.where('recharge.payment_method', '=', filter.paymentMethod)
  if (filter.tradeNumber)
    query = query.where(eb => eb.or([eb('trade_number', '=', filter.tradeNumber!), eb('gateway_number', '=', filter.tradeNumber!)]))
  if (filter.from) query = query.where('recharge_id', '>=', idFloor(filter.from))
  if (filter.until) query = query.where('recharge_id', '<', idFloor(filter.until))
  if (filter.cursor) query = query.where('recharge_id', '<', filter.cursor)
  const rows = await query
    .orderBy('recharge_id', 'desc')
    .limit(filter.pageSize + 1)
    .execute()
  const page = pageOf(rows, filter.pageSize, row => row.recharge_id)
  return { rows: page.rows.map(shown), nextCursor: page.nextCursor }
}
