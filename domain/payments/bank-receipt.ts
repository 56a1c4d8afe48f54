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
  const row = await tx.selectFrom('bankReceipt').selectAll().where('receiptId', '=', receiptId).forUpdate().executeTakeFirst()
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
  if (claim.amountHao !== amountHao) refuse('claim_amount_differs', { amount: formatYuan(amountHao) })
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
    ? await lockClaimFor(tx, account, claimId, receipt.amountHao, from === 'approving' ? ['approving'] : ['waiting', 'more'])
    : null
  const tradeNumber = documentNumber('B', now)
  await tx
    .insertInto('recharge')
    .values({
      accountId: account,
      rechargeId: receiptId,
      tradeNumber,
      paymentMethod: 'bank',
      amountHao: receipt.amountHao,
      state: 'paid',
      gatewayNumber: receipt.bankSerial,
      payer: receipt.payerName,
      paidHao: receipt.amountHao,
      paidAt: receipt.cameAt,
      memberId: claim?.memberId ?? null,
      createdAt: now,
      expiresAt: now,
    })
    .execute()
  await tx
    .insertInto('paymentTrade')
    .values({ tradeNumber, accountId: account, rechargeId: receiptId, paymentMethod: 'bank', gatewayNumber: receipt.bankSerial })
    .execute()
  await creditRecharge(tx, account, {
    transferId: receiptId,
    amountHao: receipt.amountHao,
    remark: `${paymentMethodNames.bank} ${receipt.bankSerial}`,
    at: now,
  })
  await tx
    .updateTable('bankReceipt')
    .set({ state: 'credited', accountId: account, claimId, rule, reason, decidedBy: staffId, decidedAt: now })
    .where('receiptId', '=', receiptId)
    .execute()
  if (claimId) await updateClaimState(tx, account, claimId, { state: 'credited', reason: null, now })
  const bought = await buyWithTransfer(tx, account, { amountHao: receipt.amountHao, now })
  await notifyAccount(tx, account, {
    kind: 'finance',
    title: `对公转账已到账 ${formatYuan(receipt.amountHao)}`,
    body: [`付款户名${receipt.payerName}，已计入可用余额。`, ...bought].join(''),
    link: bought.length > 0 ? '/system/finance/order' : '/system/finance/recharge?tab=record',
    now,
  })
}
