import type { CustomerHandlerOptions } from '#http/server/handler-options.ts'
import type { Handler } from '#http/server/serve.ts'
import { adminBankHandlers } from './admin-bank.ts'
import { adminLedgerHandlers } from './admin-ledger.ts'
import { adminWithdrawalHandlers } from './admin-withdrawal.ts'
import { bankHandlers } from './bank.ts'
import { rechargeHandlers } from './recharge.ts'
import { adminRechargeHandlers, reconciliationHandlers } from './reconciliation.ts'
import { withdrawalHandlers } from './withdrawal.ts'

/** What this module answers in the customer console. */
export const customerHandlers = ({ payment }: CustomerHandlerOptions): readonly Handler[] => [
  ...rechargeHandlers(payment),
  ...bankHandlers,
  ...withdrawalHandlers,
]

/** What this module answers in the back office. */
export const adminHandlers: readonly Handler[] = [
  ...adminLedgerHandlers,
  ...adminBankHandlers,
  ...adminWithdrawalHandlers,
  ...adminRechargeHandlers,
  ...reconciliationHandlers,
]
