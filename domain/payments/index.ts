/** Payments: recharges, gateways, bank transfers, withdrawals, refunds, reconciliation. */
export { listAllClaims, readClaimForStaff } from './admin-bank-claim.ts'
export { readReceiptFile } from './admin-bank-file.ts'
export {
  answerClaim,
  bankCreditAct,
  bankQueue,
  confirmReceipt,
  listReceipts,
  readReceipt,
  recordReceipts,
  returnReceipt,
} from './admin-bank-receipt.ts'
export { importStatement, listStatements, saveStatement } from './admin-bank-statement.ts'
export { adjustAct, bonusAct, giftAct, requestAdjust, requestBonus, requestGift } from './admin-credit-act.ts'
export { creditLimitAct, requestCreditLimit } from './admin-credit-limit.ts'
export { receivingAccountAct, requestReceivingAccount } from './admin-receiving-account.ts'
export { failedRechargeCount, listAllRecharges } from './admin-recharge-list.ts'
export { listDifferences, listStatementDays, reconciliationOverview, resolveDifference } from './admin-reconciliation.ts'
export { decideRefund, listRefunds, refundAct, refundQueue } from './admin-refund.ts'
export {
  abandon,
  approveWithdrawal,
  listAllWithdrawals,
  notePayment,
  payByHand,
  readWithdrawalForStaff,
  rejectWithdrawal,
  retryRefund,
  withdrawalAct,
  withdrawalQueue,
} from './admin-withdrawal.ts'
export {
  addPayerName,
  attestedNameOf,
  payerNamesOf,
  readReceivingAccount,
  readTransferCode,
  removePayerName,
  setReceivingAccount,
} from './bank-account.ts'
export { bankProblems } from './bank-check.ts'
export { cancelClaim, createClaim, listClaims, readClaim, resubmitClaim } from './bank-claim.ts'
export { bankLetter } from './bank-letter.ts'
export { expireBonuses } from './bonus-expiry.ts'
export { creditFailed, returnFailed } from './failed-recharge.ts'
export { compareDay, daysToCompare, lastStatementDay, requestComparison } from './gateway-statement.ts'
export { checkLedgers, lastCheckAt, lastCheckResult, purgeChecks, readHealth } from './health.ts'
export { beginPayment, closeOrder, closePayments, ordersToEnd, postponeEnding } from './order-payment.ts'
export { createRecharge, listRecharges, readRecharge, startGatewayPayment } from './recharge.ts'
export { rechargeReceipt } from './recharge-receipt.ts'
export { refundsToPoll, requestRefund } from './refund-settlement.ts'
export { closeRecharge, closeReplaced, ingestPaymentWebhook, postponePolling, queryGateway, rechargesToPoll } from './settle-payment.ts'
export { cancelWithdrawal, createWithdrawal, listWithdrawals, quoteWithdrawal, readWithdrawal, setPayout } from './withdrawal.ts'
