import { sql } from 'kysely'
import { type OrderState, orderMay } from '#contract/orders/order.ts'
import { asAccount, type Db, type Executor, type Tx } from '#db/connect.ts'
import { endOrder, findOrder, payableOrder, readDue, refuseState, waitingPayments } from '#domain/orders/index.ts'
import type { GatewayName, PaymentGateway } from '#payment/gateway.ts'
import type { AccountId } from '#values/id.ts'
import { createRecharge } from './recharge.ts'
import { closeRecharge } from './settle-payment.ts'

type Gateways = ReadonlyMap<GatewayName, PaymentGateway>

/**
 * Starts or continues the payment of an unpaid order, including arrears, at a gateway. Returns the attempt, a recharge
 * that completes the order when it arrives. Refuses `not_found`, `state_forbids`, `order_ended`, `package_unavailable`,
 * `price_changed`, `recharges_waiting`.
 */
export async function beginPayment(
  tx: Tx,
  account: AccountId,
  orderId: string,
  { paymentMethod, memberId, now }: { paymentMethod: GatewayName; memberId: string; now: Date },
): Promise<{ rechargeId: string; isNew: boolean }> {
  const order = await payableOrder(tx, account, orderId, now)
  await tx.updateTable('packageOrder').set({ paymentMethod }).where('accountId', '=', account).where('orderId', '=', orderId).execute()
  const dueHao = await readDue(tx, account, order.amountHao)
  const begun = await tx
    .selectFrom('recharge')
    .select('rechargeId')
    .where('accountId', '=', account)
    .where('orderId', '=', orderId)
    .where('paymentMethod', '=', paymentMethod)
    .where('state', '=', 'waiting')
    .where('amountHao', '=', dueHao)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  if (begun) return { rechargeId: begun.rechargeId, isNew: false }
  const attempt = { paymentMethod, amountHao: dueHao, memberId, now, order: { orderId, expiresAt: order.expiresAt } }
  return { rechargeId: await createRecharge(tx, account, attempt), isNew: true }
}

/**
 * Closes an order's payments at gateways, except one of the given method and the amount due today; a payment that came
 * first is booked, and completes the order. Rejects with `GatewayFailed`.
 */
export async function closePayments(
  db: Db,
  account: AccountId,
  orderId: string,
  { gateways, reason, except, now }: { gateways: Gateways; reason: 'cancelled' | 'expired'; except?: GatewayName | undefined; now: Date },
): Promise<void> {
  const { begun, dueHao } = await asAccount(db, account, async tx => {
    const { amountHao } = await findOrder(tx, account, orderId)
    return { begun: await waitingPayments(tx, account, orderId), dueHao: await readDue(tx, account, amountHao) }
  })
  for (const { rechargeId, paymentMethod, amountHao } of begun)
    if (paymentMethod !== except || amountHao !== dueHao) await closeRecharge(db, account, rechargeId, gateways, { reason, now })
}

/**
 * Ends an unpaid order, at the gateways first, so that nobody pays a closed order; a payment that came first wins, and
 * the order is paid. Returns its final state. Rejects with `GatewayFailed`, with nothing changed. Refuses `not_found`,
 * and `state_forbids` when it is no longer unpaid.
 */
export async function closeOrder(
  db: Db,
  account: AccountId,
  orderId: string,
  { gateways, reason, now }: { gateways: Gateways; reason: 'cancelled' | 'expired'; now: Date },
): Promise<OrderState> {
  const before = await asAccount(db, account, tx => findOrder(tx, account, orderId))
  if (!orderMay('cancel', before.state)) refuseState(before.state, '取消')
  for (;;) {
    await closePayments(db, account, orderId, { gateways, reason, now })
    const state = await asAccount(db, account, tx => endOrder(tx, account, orderId, { reason, now }))
    // A payment was started in between: it is closed as well.
    if (state !== 'waiting') return state
  }
}

/** Unpaid orders past their deadline, of all accounts. Runs in the platform's role. */
export async function ordersToEnd(executor: Executor, now: Date, most: number) {
  const { rows } = await sql<{ account: AccountId; orderId: string }>`
    -- across accounts: the clock runs for all of them
    select account_id as account, order_id from package_order where check_at <= ${now} order by check_at limit ${most}`.execute(executor)
  return rows
}

/** Postpones an order whose gateway did not answer, so that others get their turn. */
export async function postponeEnding(db: Db, account: AccountId, orderId: string, until: Date): Promise<void> {
  await db
    .updateTable('packageOrder')
    .set({ checkAt: until })
    .where('accountId', '=', account)
    .where('orderId', '=', orderId)
    .where('state', '=', 'waiting')
    .execute()
}
