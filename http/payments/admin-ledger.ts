import { adminLedgerCalls } from '#contract/payments/admin-ledger.ts'
import { readHealth } from '#domain/payments/index.ts'
import { enqueueJob } from '#domain/platform/index.ts'
import { handle } from '#http/server/serve.ts'

export const adminLedgerHandlers = [
  handle(adminLedgerCalls.read, ({ tx }) => readHealth(tx)),
  handle(adminLedgerCalls.check, ({ tx }) => enqueueJob(tx, 'check_ledgers', {}, { key: 'check_ledgers' })),
]
