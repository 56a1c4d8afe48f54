import { adminBankCalls } from './admin-bank.ts'
import { adminLedgerCalls } from './admin-ledger.ts'
import { adminRechargeCalls } from './admin-recharge.ts'
import { adminWithdrawalCalls } from './admin-withdrawal.ts'
import { bankCalls } from './bank.ts'
import { rechargeCalls } from './recharge.ts'
import { reconciliationCalls } from './reconciliation.ts'
import { withdrawalCalls } from './withdrawal.ts'

/** Calls of this module of the customer console, by their nouns. */
export const customerCalls = { recharge: rechargeCalls, bank: bankCalls, withdrawal: withdrawalCalls }

/** Calls of this module of the back office, by their nouns. */
export const adminCalls = {
  ledger: adminLedgerCalls,
  bank: adminBankCalls,
  withdrawal: adminWithdrawalCalls,
  recharge: adminRechargeCalls,
  reconciliation: reconciliationCalls,
}
