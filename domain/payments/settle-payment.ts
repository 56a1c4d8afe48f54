import { sql } from 'kysely'
import type { CloseReason, RechargeState } from '#contract/payments/recharge.ts'
import { type PaymentMethod, paymentMethodNames } from '#contract/payments/recharge.ts'
import { asAccount, type Db, type Executor, type Tx } from '#db/connect.ts'
import { buyWithPayment, lockAccount } from '#domain/orders/index.ts'
import { GatewayFailed, type GatewayName, type PaymentGateway, type TradeFacts, type Webhook } from '#payment/gateway.ts'
import type { AccountId } from '#values/id.ts'
import { haoPerFen } from '#values/money.ts'
import { pick } from '#values/pick.ts'
import { creditRecharge } from './arrears.ts'
import { findRecharge, pollDelaysMs, shownState } from './recharge.ts'

type Gateways = ReadonlyMap<GatewayName, PaymentGateway>

/** Ingests a verified payment webhook: stores it, and books its payment. Null: the trade is unknown. */
export async function ingestPaymentWebhook(db: Db, paymentMethod: GatewayName, { webhookId, trade }: Webhook, body: string, now: Date) {
  await db
    .insertInto('paymentWebhook')
    .values({ paymentMethod, webhookId, body, cameAt: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  if (!trade) return null
  const known = await db
    .selectFrom('paymentTrade')
    .select(['accountId', 'rechargeId'])
    .where('tradeNumber', '=', trade.tradeNumber)
    .where('paymentMethod', '=', paymentMethod)
    .executeTakeFirst()
  if (!known) return null
  const account = known.accountId
  return asAccount(db, account, tx => settle(tx, account, known.rechargeId, trade, now))
}

/**
 * Books a payment exactly once, from any number of webhooks and polls, even if its attempt was closed meanwhile:
 * arrived money is never lost. A payment of an order completes it in the same transaction. A differing sum isn't
 * booked: the attempt has failed, and staff decide.
 */
async function settle(
  tx: Tx,
  account: AccountId,
  rechargeId: string,
  { state: tradeState, payment }: TradeFacts,
  now: Date,
): Promise<RechargeState> {
  await lockAccount(tx, account)
  const row = await tx
    .selectFrom('recharge')
    .select(['state', 'payingAt', 'amountHao', 'tradeNumber', 'paymentMethod', 'orderId'])
    .where('accountId', '=', account)
    .where('rechargeId', '=', rechargeId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const state = row.state
  if (tradeState === 'paying' && state === 'waiting') return recordPaying(tx, account, rechargeId, now)
  if (!payment || state === 'paid' || state === 'failed' || state === 'returned') return shownState(row)
  const next = payment.amountFen * haoPerFen === row.amountHao ? 'paid' : 'failed'
  await tx.updateTable('paymentTrade').set({ gatewayNumber: payment.gatewayNumber }).where('tradeNumber', '=', row.tradeNumber).execute()
  await tx
    .updateTable('recharge')
    .set({
      state: next,
      closeReason: null,
      ...pick(payment, 'gatewayNumber', 'payer', 'paidAt'),
      paidHao: payment.amountFen * haoPerFen,
      pollAt: null,
    })
    .where('accountId', '=', account)
    .where('rechargeId', '=', rechargeId)
    .execute()
  if (next === 'failed') return next
  await creditRecharge(tx, account, {
    transferId: rechargeId,
    amountHao: row.amountHao,
    remark: `${paymentMethodNames[row.paymentMethod]} ${payment.gatewayNumber}`,
    at: now,
  })
  const { orderId, paymentMethod } = row
  if (orderId && paymentMethod !== 'bank') await buyWithPayment(tx, account, { orderId, paymentMethod, amountHao: row.amountHao, now })
  return next
}

/**
 * Polls the gateway about an attempt: books a payment, and closes an unpaid one past its deadline. Rejects with
 * `GatewayFailed` when the gateway can't tell. Refuses `not_found`.
 */
export async function queryGateway(db: Db, account: AccountId, rechargeId: string, gateways: Gateways, now: Date): Promise<RechargeState> {
  const row = await asAccount(db, account, tx => findRecharge(tx, account, rechargeId))
  if (row.state !== 'waiting') return row.state
  if (now >= row.expiresAt) return closeRecharge(db, account, rechargeId, gateways, { reason: 'expired', now })
  const facts = await gatewayOf(gateways, row.paymentMethod).query(row.tradeNumber)
  if (facts?.state === 'paid') return asAccount(db, account, tx => settle(tx, account, rechargeId, facts, now))
  await asAccount(db, account, tx => askLater(tx, account, { rechargeId, pollCount: row.pollCount + 1, expiresAt: row.expiresAt, now }))
  return facts?.state === 'paying' ? asAccount(db, account, tx => recordPaying(tx, account, rechargeId, now)) : shownState(row)
}

/** Records that the payer has started to pay, which shows before the money arrives. */
async function recordPaying(tx: Tx, account: AccountId, rechargeId: string, now: Date): Promise<RechargeState> {
  await tx
    .updateTable('recharge')
    .set({ payingAt: now })
    .where('accountId', '=', account)
    .where('rechargeId', '=', rechargeId)
    .where('state', '=', 'waiting')
    .where('payingAt', 'is', null)
    .execute()
  return shownState(await findRecharge(tx, account, rechargeId))
}

/**
 * Closes an attempt, at the gateway first, so that nobody pays a closed one; a payment at the last moment is booked.
 */
export async function closeRecharge(
  db: Db,
  account: AccountId,
  rechargeId: string,
  gateways: Gateways,
  { reason, now }: { reason: CloseReason; now: Date },
): Promise<RechargeState> {
  const row = await asAccount(db, account, tx => findRecharge(tx, account, rechargeId))
  if (row.state !== 'waiting') return row.state
  const facts = await endTrade(gatewayOf(gateways, row.paymentMethod), row.tradeNumber)
  return asAccount(db, account, async tx => {
    if (facts?.state === 'paid') return settle(tx, account, rechargeId, facts, now)
    await tx
      .updateTable('recharge')
      .set({ state: 'closed', closeReason: reason, pollAt: null })
      .where('accountId', '=', account)
      .where('rechargeId', '=', rechargeId)
      .where('state', '=', 'waiting')
      .execute()
    return (await findRecharge(tx, account, rechargeId)).state
  })
}

/**
 * Closes a member's earlier recharge attempts before a new one, so that no forgotten QR code stays payable. If a
 * gateway doesn't answer, its attempt stays until its deadline.
 */
export async function closeReplaced(
  db: Db,
  account: AccountId,
  rechargeId: string,
  { memberId, gateways, now }: { memberId: string; gateways: Gateways; now: Date },
): Promise<void> {
  const earlier = await asAccount(db, account, tx =>
    tx
      .selectFrom('recharge')
      .select('rechargeId')
      .where('accountId', '=', account)
      .where('memberId', '=', memberId)
      .where('orderId', 'is', null)
      .where('state', '=', 'waiting')
      .where('paymentMethod', 'in', [...gateways.keys()])
      .where('rechargeId', '<', rechargeId)
      .execute(),
  )
  const close = (id: string) => closeRecharge(db, account, id, gateways, { reason: 'replaced', now })
  const ended = await Promise.allSettled(earlier.map(one => close(one.rechargeId)))
  for (const one of ended) if (one.status === 'rejected' && !(one.reason instanceof GatewayFailed)) throw one.reason
}

/** Closes a trade at the gateway, which refuses when it was paid: then the queried state counts. */
async function endTrade(gateway: PaymentGateway, tradeNumber: string): Promise<TradeFacts | null> {
  try {
    await gateway.close(tradeNumber)
  } catch (error) {
    const facts = await gateway.query(tradeNumber)
    if (facts?.state === 'paid') return facts
    throw error
  }
  return gateway.query(tradeNumber)
}

function gatewayOf(gateways: Gateways, paymentMethod: PaymentMethod): PaymentGateway {
  const gateway = paymentMethod === 'bank' ? undefined : gateways.get(paymentMethod)
  if (!gateway) throw new Error(`payments by ${paymentMethod} wait for an answer, and the gateway is not configured any more`)
  return gateway
}

async function askLater(
  tx: Tx,
  account: AccountId,
  { rechargeId, pollCount, expiresAt, now }: { rechargeId: string; pollCount: number; expiresAt: Date; now: Date },
): Promise<void> {
  const delayMs = pollDelaysMs[pollCount]
  const next = delayMs === undefined ? expiresAt : new Date(Math.min(now.getTime() + delayMs, expiresAt.getTime()))
  await tx
    .updateTable('recharge')
    .set({ pollAt: next, pollCount })
    .where('accountId', '=', account)
    .where('rechargeId', '=', rechargeId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Attempts due for polling, of all accounts. Runs in the platform's role. */
export async function rechargesToPoll(executor: Executor, now: Date, most: number) {
  const { rows } = await sql<{ account: AccountId; rechargeId: string }>`
    -- across accounts: the gateways are asked for all of them.
    select account_id as account, recharge_id from recharge where poll_at <= ${now} order by poll_at limit ${most}`.execute(executor)
  return rows
}

/** Postpones an attempt whose gateway did not answer, so that others get their turn. */
export async function postponePolling(db: Db, account: AccountId, rechargeId: string, until: Date): Promise<void> {
  await db
    .updateTable('recharge')
    .set({ pollAt: until })
    .where('accountId', '=', account)
    .where('rechargeId', '=', rechargeId)
    .where('state', '=', 'waiting')
    .execute()
}
