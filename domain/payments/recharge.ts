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
import { pick } from '#values/pick.ts'

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
    .where('accountId', '=', account)
    .where('state', '=', 'waiting')
    .where('expiresAt', '>', now)
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
      accountId: account,
      rechargeId,
      tradeNumber,
      paymentMethod,
      amountHao,
      state: 'waiting',
      memberId,
      orderId: order?.orderId ?? null,
      createdAt: now,
      expiresAt,
      pollAt: new Date(now.getTime() + pollDelaysMs[0]),
    })
    .execute()
  await tx.insertInto('paymentTrade').values({ tradeNumber, accountId: account, rechargeId, paymentMethod }).execute()
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
    tradeNumber: row.tradeNumber,
    amountFen: row.amountHao / haoPerFen,
    subject: row.orderId ? '鸿雁套餐' : '鸿雁账户充值',
    expiresAt: row.expiresAt,
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
      .set(way ? { nextAction: JSON.stringify(way) } : { state: 'closed', closeReason: 'unavailable', pollAt: null })
      .where('accountId', '=', account)
      .where('rechargeId', '=', rechargeId)
      .where('state', '=', 'waiting')
      .execute(),
  )
}

/** Refuses `not_found`. */
export async function findRecharge(executor: Executor, account: AccountId, rechargeId: string) {
  const row = await executor
    .selectFrom('recharge')
    .selectAll()
    .where('accountId', '=', account)
    .where('rechargeId', '=', rechargeId)
    .executeTakeFirst()
  return row ?? refuse('not_found')
}

const rowsOf = (executor: Executor, account: AccountId) =>
  executor
    .selectFrom('recharge')
    .leftJoin('member', join =>
      join.onRef('member.accountId', '=', 'recharge.accountId').onRef('member.memberId', '=', 'recharge.memberId'),
    )
    .selectAll('recharge')
    .select('member.name as memberName')
    .where('recharge.accountId', '=', account)

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

/** The state as people see it. */
export const shownState = (row: { state: RechargeState; payingAt: Date | null }): RechargeState =>
  row.state === 'waiting' && row.payingAt ? 'paying' : row.state

const shown = (row: Row) => ({
  ...pick(
    row,
    'rechargeId',
    'tradeNumber',
    'paymentMethod',
    'amountHao',
    'refundedHao',
    'closeReason',
    'gatewayNumber',
    'payer',
    'createdAt',
    'expiresAt',
    'paidAt',
    'memberName',
  ),
  state: shownState(row),
})

/** One attempt, with its payment page while it can be paid. Refuses `not_found`. */
export async function readRecharge(executor: Executor, account: AccountId, rechargeId: string) {
  const row = await rowsOf(executor, account).where('recharge.rechargeId', '=', rechargeId).executeTakeFirst()
  if (!row) refuse('not_found')
  return { ...shown(row), nextAction: row.state === 'waiting' ? row.nextAction : null }
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
  if (filter.paymentMethod) query = query.where('recharge.paymentMethod', '=', filter.paymentMethod)
  const { tradeNumber } = filter
  if (tradeNumber) query = query.where(eb => eb.or([eb('tradeNumber', '=', tradeNumber), eb('gatewayNumber', '=', tradeNumber)]))
  if (filter.from) query = query.where('rechargeId', '>=', idFloor(filter.from))
  if (filter.until) query = query.where('rechargeId', '<', idFloor(filter.until))
  if (filter.cursor) query = query.where('rechargeId', '<', filter.cursor)
  const rows = await query
    .orderBy('rechargeId', 'desc')
    .limit(filter.pageSize + 1)
    .execute()
  const page = pageOf(rows, filter.pageSize, row => row.rechargeId)
  return { rows: page.rows.map(shown), nextCursor: page.nextCursor }
}
