import { sql } from 'kysely'
import type { RefundState } from '#contract/payments/withdrawal.ts'
import { asAccount, type Db, type Executor, type Tx } from '#db/connect.ts'
import { bookTransfers } from '#domain/ledger/index.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { lockAccount } from '#domain/orders/index.ts'
import { GatewayFailed, type GatewayName, GatewayRefused, type PaymentGateway, type RefundFacts } from '#payment/gateway.ts'
import type { AccountId } from '#values/id.ts'
import { formatYuan, haoPerFen } from '#values/money.ts'
import { moveRefunded, releaseToBalance } from './withdrawal.ts'

type Gateways = ReadonlyMap<GatewayName, PaymentGateway>

/** Delays of polling a gateway about an undecided refund; then every hour. */
const pollDelaysMs = [10_000, 30_000, 120_000, 600_000, 1_800_000] as const
const hourMs = 3_600_000
const troubleCharacters = 300

/** Locks a refund with its recharge, after its account. */
export async function lockRefund(tx: Tx, account: AccountId, refundId: string) {
  await lockAccount(tx, account)
  const row = await findRefund(tx, account, refundId).forUpdate('refund').executeTakeFirst()
  return row ?? null
}

const findRefund = (executor: Executor, account: AccountId, refundId: string) =>
  executor
    .selectFrom('refund')
    .innerJoin('recharge', join =>
      join.onRef('recharge.accountId', '=', 'refund.accountId').onRef('recharge.rechargeId', '=', 'refund.rechargeId'),
    )
    .selectAll('refund')
    .select('recharge.tradeNumber')
    .select(sql<number>`coalesce(recharge.paid_hao, recharge.amount_hao)`.as('rechargeHao'))
    .where('refund.accountId', '=', account)
    .where('refund.refundId', '=', refundId)

/**
 * Requests a refund at the gateway, or polls its state, and books the result. Idempotent by its number, also after a
 * crash: the gateway pays once. It fails only when the gateway refuses and doesn't know the refund; in doubt it is
 * polled again.
 */
export async function requestRefund(db: Db, account: AccountId, refundId: string, gateways: Gateways, now: Date): Promise<RefundState> {
  const row = await asAccount(db, account, tx => findRefund(tx, account, refundId).executeTakeFirstOrThrow())
  if (row.state !== 'asking') return row.state
  const gateway = row.paymentMethod === 'bank' ? undefined : gateways.get(row.paymentMethod)
  const about = { tradeNumber: row.tradeNumber, refundNumber: row.refundNumber }
  let facts: RefundFacts
  try {
    if (!gateway) throw new GatewayFailed(`the gateway ${row.paymentMethod} is not configured`)
    facts = await factsOf(gateway, {
      ...about,
      amountFen: row.amountHao / haoPerFen,
      tradeFen: row.rechargeHao / haoPerFen,
      reason: '账户余额退款',
    })
  } catch (error) {
    if (!(error instanceof GatewayFailed)) throw error
    facts = { state: 'pending', doneAt: null, trouble: error.message }
  }
  return asAccount(db, account, async tx => {
    if (facts.state === 'pending') await askLater(tx, account, refundId, { pollCount: row.pollCount + 1, trouble: facts.trouble, now })
    else if (facts.state === 'done') await settleRefund(tx, account, refundId, { from: 'asking', settledAt: facts.doneAt ?? now, now })
    else await failRefund(tx, account, refundId, { trouble: facts.trouble ?? '支付通道没有说明原因', now })
    return facts.state === 'pending' ? 'asking' : facts.state
  })
}

async function factsOf(gateway: PaymentGateway, refund: Parameters<PaymentGateway['refund']>[0]): Promise<RefundFacts> {
  const known = await gateway.queryRefund(refund)
  if (known) return known
  try {
    return await gateway.refund(refund)
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error
    // What the gateway did before it refused is what counts.
    return (await gateway.queryRefund(refund)) ?? { state: 'failed', doneAt: null, trouble: error.message }
  }
}

const askLater = (
  tx: Tx,
  account: AccountId,
  refundId: string,
  { pollCount, trouble, now }: { pollCount: number; trouble: string | null; now: Date },
) =>
  tx
    .updateTable('refund')
    .set({
      pollAt: new Date(now.getTime() + (pollDelaysMs[pollCount - 1] ?? hourMs)),
      pollCount: Math.min(pollCount, 30_000),
      trouble: trouble?.slice(0, troubleCharacters) ?? null,
    })
    .where('accountId', '=', account)
    .where('refundId', '=', refundId)
    .where('state', '=', 'asking')
    .execute()

const moveRefund = (
  tx: Tx,
  account: AccountId,
  refundId: string,
  to: { state: RefundState; settledAt?: Date; trouble?: string; bankSerial?: string },
) =>
  tx
    .updateTable('refund')
    .set({ ...to, pollAt: null })
    .where('accountId', '=', account)
    .where('refundId', '=', refundId)
    .execute()

/** Settles a refund once: the payer has the money, and the hold is posted. */
export async function settleRefund(
  tx: Tx,
  account: AccountId,
  refundId: string,
  { from, settledAt, bankSerial, now }: { from: 'asking' | 'by_hand'; settledAt: Date; bankSerial?: string; now: Date },
): Promise<void> {
  const row = await lockRefund(tx, account, refundId)
  if (row?.state !== from) return
  await moveRefund(tx, account, refundId, { state: 'done', settledAt, ...(bankSerial ? { bankSerial } : {}) })
  if (row.withdrawalId === null) {
    await tx
      .updateTable('recharge')
      .set({ state: 'returned' })
      .where('accountId', '=', account)
      .where('rechargeId', '=', row.rechargeId)
      .execute()
    return
  }
  await bookTransfers(tx, account, [
    {
      transferId: refundId,
      from: { purpose: 'held', grantId: null },
      to: { purpose: 'outside', grantId: null },
      amount: row.amountHao,
      kind: 'withdraw',
      referenceId: row.withdrawalId,
      remark: `退回${row.tradeNumber}`,
      at: now,
    },
  ])
  await endIfOver(tx, account, row.withdrawalId, now)
}

/**
 * Records the gateway's refusal: for a withdrawal the customer is asked for a bank account; a failed recharge returns
 * to staff.
 */
async function failRefund(tx: Tx, account: AccountId, refundId: string, { trouble, now }: { trouble: string; now: Date }): Promise<void> {
  const row = await lockRefund(tx, account, refundId)
  if (row?.state !== 'asking') return
  const words = trouble.slice(0, troubleCharacters)
  if (row.withdrawalId === null) {
    await moveRefund(tx, account, refundId, { state: 'void', trouble: words })
    await moveRefunded(tx, account, row.rechargeId, -row.amountHao)
    await tx
      .updateTable('recharge')
      .set({ handledAt: null, handledReason: `没能原路退回：${words}` })
      .where('accountId', '=', account)
      .where('rechargeId', '=', row.rechargeId)
      .execute()
    return
  }
  await moveRefund(tx, account, refundId, { state: 'failed', trouble: words })
  const withdrawal = await tx
    .updateTable('withdrawal')
    .set({ state: 'abnormal' })
    .where('accountId', '=', account)
    .where('withdrawalId', '=', row.withdrawalId)
    .returning('withdrawalNumber')
    .executeTakeFirstOrThrow()
  await notifyAccount(tx, account, {
    kind: 'finance',
    title: '提现没能原路退回，请填写银行账户',
    body: `${withdrawal.withdrawalNumber}有${formatYuan(row.amountHao)}没能退回原支付账户，请填写与实名同名的银行账户，由我们转账。`,
    link: `/system/finance/recharge?tab=withdrawals&withdrawal=${row.withdrawalId}`,
    now,
  })
}

/** Abandons a failed refund: its money is available again. */
export async function abandonRefund(tx: Tx, account: AccountId, refundId: string, now: Date): Promise<void> {
  const row = await lockRefund(tx, account, refundId)
  if (!row?.withdrawalId) throw new TypeError(`refund ${refundId} of no withdrawal`)
  await moveRefund(tx, account, refundId, { state: 'void' })
  await moveRefunded(tx, account, row.rechargeId, -row.amountHao)
  await releaseToBalance(tx, account, { withdrawalId: row.withdrawalId, amountHao: row.amountHao, now })
  await endIfOver(tx, account, row.withdrawalId, now)
}

/** A withdrawal ends with the last of its refunds; until then one failed refund makes it abnormal. */
export async function endIfOver(tx: Tx, account: AccountId, withdrawalId: string, now: Date): Promise<void> {
  const refunds = await tx
    .selectFrom('refund')
    .select(['state', 'amountHao'])
    .where('accountId', '=', account)
    .where('withdrawalId', '=', withdrawalId)
    .execute()
  const isOver = refunds.every(({ state }) => state === 'done' || state === 'void')
  const doneHao = refunds.reduce((sum, refund) => sum + (refund.state === 'done' ? refund.amountHao : 0), 0)
  const state = !isOver ? (refunds.some(refund => refund.state === 'failed') ? 'abnormal' : 'refunding') : doneHao > 0 ? 'done' : 'rejected'
  const { withdrawalNumber: number } = await tx
    .updateTable('withdrawal')
    .set({ state, ...(isOver ? { endedAt: now } : {}), ...(state === 'rejected' ? { reason: '没能退回，金额已回到可用余额' } : {}) })
    .where('accountId', '=', account)
    .where('withdrawalId', '=', withdrawalId)
    .returning('withdrawalNumber')
    .executeTakeFirstOrThrow()
  if (!isOver) return
  await notifyAccount(tx, account, {
    kind: 'finance',
    title: doneHao > 0 ? `提现已退回 ${formatYuan(doneHao)}` : '提现没能退回，金额已回到余额',
    body: doneHao > 0 ? `${number}已退回原付款账户，到账时间以支付渠道或银行为准。` : `${number}没能退回，金额已回到可用余额。`,
    link: `/system/finance/recharge?tab=withdrawals&withdrawal=${withdrawalId}`,
    now,
  })
}

/** Refunds due for polling, of all accounts. Runs in the platform's role. */
export async function refundsToPoll(executor: Executor, now: Date, most: number) {
  const { rows } = await sql<{ account: AccountId; refundId: string }>`
    -- across accounts: the gateways are asked for all of them.
    select account_id as account, refund_id from refund where poll_at <= ${now} order by poll_at limit ${most}`.execute(executor)
  return rows
}
