import type { ReceiptRule, ReceiptState } from '#contract/payments/admin-bank.ts'
import { receiptStates } from '#contract/payments/admin-bank.ts'
import { paymentMethodNames } from '#contract/payments/recharge.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { buyWithTransfer, lockAccount } from '#domain/orders/index.ts'
import type { AccountId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'
import { creditRecharge } from './arrears.ts'
import { lockClaim, updateClaimState } from './bank-claim.ts'
import { documentNumber } from './document-number.ts'

/**
 * Locks a receipt in one of these states. Refuses `not_found` and `receipt_settled`. Runs in the platform's role, like
 * all of this file.
 */
export async function lockReceipt(tx: Tx, receiptId: string, states: readonly ReceiptState[]) {
  const row = await tx.selectFrom('bank_receipt').selectAll().where('receipt_id', '=', receiptId).forUpdate().executeTakeFirst()
  if (!row) refuse('not_found')
  const state = row.state
  if (!states.includes(state)) refuse('receipt_settled', { state: receiptStates[state] })
  return { ...row, state }
}

/**
 * Locks a claim for which a receipt may be credited: open and of the same sum. Refuses `not_found`, `state_forbids` and
 * `claim_amount_differs`.
 */
export async function lockClaimFor(tx: Tx, account: AccountId, claimId: string, amountHao: number, states: readonly string[]) {
  const claim = await lockClaim(tx, account, claimId)
  if (!states.includes(claim.state)) refuse('state_forbids', { state: '已处理', action: '入账' })
  if (claim.amount_hao !== amountHao) refuse('claim_amount_differs', { amount: formatYuan(amountHao) })
  return claim
}

interface Credit {
  receiptId: string
  claimId: string | null
  rule: ReceiptRule
  reason: string | null
  staffId: string
  now: Date
  /** approving: a second member of staff has just approved. */
  from: 'waiting' | 'approving'
}

/**
 * Credits a receipt to the account exactly once: the recharge and its transfer have the receipt's id, and the bank's
 * serial number is unique among payments. Its claim is credited with it, and waiting orders are paid. Refuses
 * `not_found`, `receipt_settled`, `claim_amount_differs` and `state_forbids`.
 */
export async function creditReceipt(
  tx: Tx,
  account: AccountId,
  { receiptId, claimId, rule, reason, staffId, now, from }: Credit,
): Promise<void> {
  await lockAccount(tx, account)
  const receipt = await lockReceipt(tx, receiptId, [from])
  const claim = claimId
    ? await lockClaimFor(tx, account, claimId, receipt.amount_hao, from === 'approving' ? ['approving'] : ['waiting', 'more'])
    : null
  const tradeNumber = documentNumber('B', now)
  await tx
    .insertInto('recharge')
    .values({
      account_id: account,
      recharge_id: receiptId,
      trade_number: tradeNumber,
      payment_method: 'bank',
      amount_hao: receipt.amount_hao,
      state: 'paid',
      gateway_number: receipt.bank_serial,
      payer: receipt.payer_name,
      paid_hao: receipt.amount_hao,
      paid_at: receipt.came_at,
      member_id: claim?.member_id ?? null,
      created_at: now,
      expires_at: now,
    })
    .execute()
  await tx
    .insertInto('payment_trade')
    .values({
      trade_number: tradeNumber,
      account_id: account,
      recharge_id: receiptId,
      payment_method: 'bank',
      gateway_number: receipt.bank_serial,
    })
    .execute()
  await creditRecharge(tx, account, {
    transferId: receiptId,
    amountHao: receipt.amount_hao,
    remark: `${paymentMethodNames.bank} ${receipt.bank_serial}`,
    at: now,
  })
  await tx
    .updateTable('bank_receipt')
    .set({ state: 'credited', account_id: account, claim_id: claimId, rule, reason, decided_by: staffId, decided_at: now })
    .where('receipt_id', '=', receiptId)
    .execute()
  if (claimId) await updateClaimState(tx, account, claimId, { state: 'credited', reason: null, now })
  const bought = await buyWithTransfer(tx, account, { amountHao: receipt.amount_hao, now })
  await notifyAccount(tx, account, {
    kind: 'finance',
    title: `对公转账已到账 ${formatYuan(receipt.amount_hao)}`,
    body: [`付款户名${receipt.payer_name}，已计入可用余额。`, ...bought].join(''),
    link: bought.length > 0 ? '/system/finance/order' : '/system/finance/recharge?tab=record',
    now,
  })
}
