import { transactionCalls } from '#contract/transaction.ts'
import { entryTotals, listEntries } from '#domain/finance/transaction.ts'
import { handle } from './serve.ts'

export const transactionHandlers = [
  handle(transactionCalls.list, ({ tx, account }, filter) => listEntries(tx, account, filter)),
  handle(transactionCalls.totals, ({ tx, account }, filter) => entryTotals(tx, account, filter)),
]
