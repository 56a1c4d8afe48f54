import { operatorLedgerCalls } from '#contract/operator-ledger.ts'
import { readHealth } from '#domain/finance/health.ts'
import { enqueueJob } from '#domain/job.ts'
import { handle } from './serve.ts'

export const operatorLedgerHandlers = [
  handle(operatorLedgerCalls.read, ({ tx }) => readHealth(tx)),
  handle(operatorLedgerCalls.check, async ({ tx }) => {
    await enqueueJob(tx, 'check_ledgers', {}, { key: 'check_ledgers' })
    return {}
  }),
]
