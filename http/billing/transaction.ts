import { transactionCalls } from '#contract/billing/transaction.ts'
import { entryTotals, listEntries } from '#domain/billing/index.ts'
import { handle } from '#http/server/serve.ts'

export const transactionHandlers = [
  handle(transactionCalls.list, ({ tx, account }, filter) => listEntries(tx, account, filter)),
  handle(transactionCalls.totals, ({ tx, account }, filter) => entryTotals(tx, account, filter)),
]
