import { paymentMethodNames, type RechargeState, rechargeStates } from '#contract/payments/recharge.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { lockAccount } from '#domain/orders/index.ts'
import type { AccountId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'
import { creditRecharge } from './arrears.ts'
import { planRefund } from './withdrawal.ts'

interface Deciding {
  rechargeId: string
  staffId: string
  reason: string
  now: Date
}

/** Locks an undecided recharge with a differing sum. Refuses `not_found` and `state_forbids`. */
async function lockFailed(tx: Tx, account: AccountId, rechargeId: string, action: string) {
  await lockAccount(tx, account)
  const row = await tx
    .selectFrom('recharge')
    .selectAll()
    .where('accountId', '=', account)
    .where('rechargeId', '=', rechargeId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) refuse('not_found')
  const state = row.handledAt ? '已处理' : rechargeStates[row.state]
  if (row.state !== 'failed' || row.handledAt || row.paidHao === null) refuse('state_forbids', { state, action })
  return { ...row, paidHao: row.paidHao, paymentMethod: row.paymentMethod }
}

const recordRechargeDecision = (tx: Tx, account: AccountId, { rechargeId, staffId, reason, now }: Deciding, state: RechargeState) =>
  tx
    .updateTable('recharge')
    .set({ state, handledBy: staffId, handledAt: now, handledReason: reason })
    .where('accountId', '=', account)
    .where('rechargeId', '=', rechargeId)
    .execute()

/** Credits the sum that really arrived. Refuses `not_found` and `state_forbids`. Returns it in hao. */
export async function creditFailed(tx: Tx, account: AccountId, deciding: Deciding): Promise<number> {
  const { rechargeId, now } = deciding
  const row = await lockFailed(tx, account, rechargeId, '入账')
  await recordRechargeDecision(tx, account, deciding, 'paid')
  const remark = `${paymentMethodNames[row.paymentMethod]} ${row.gatewayNumber}`
  await creditRecharge(tx, account, { transferId: rechargeId, amountHao: row.paidHao, remark, at: now })
  await notifyAccount(tx, account, {
    kind: 'finance',
    title: `充值已按实收入账 ${formatYuan(row.paidHao)}`,
    body: `${row.tradeNumber}应付${formatYuan(row.amountHao)}，实收${formatYuan(row.paidHao)}，已计入可用余额。`,
    link: `/system/finance/recharge?id=${rechargeId}`,
    now,
  })
  return row.paidHao
}

/**
 * Refunds the payment to its payer: nothing was booked of it, so nothing is held. Refuses `not_found` and
 * `state_forbids`. Returns the sum in hao.
 */
export async function returnFailed(tx: Tx, account: AccountId, deciding: Deciding): Promise<number> {
  const { rechargeId, now } = deciding
  const row = await lockFailed(tx, account, rechargeId, '退回')
  await recordRechargeDecision(tx, account, deciding, 'failed')
  await planRefund(tx, account, {
    withdrawalId: null,
    rechargeId,
    paymentMethod: row.paymentMethod,
    amountHao: row.paidHao,
    state: 'asking',
    now,
  })
  await notifyAccount(tx, account, {
    kind: 'finance',
    title: `充值金额不符，${formatYuan(row.paidHao)}将原路退回`,
    body: `${row.tradeNumber}应付${formatYuan(row.amountHao)}，实收${formatYuan(row.paidHao)}，没有入账，已申请退回原支付账户。`,
    link: `/system/finance/recharge?id=${rechargeId}`,
    now,
  })
  return row.paidHao
}
