import type { Handler } from '#http/server/serve.ts'
import { billHandlers } from './bill.ts'
import { financeOverviewHandlers } from './finance-overview.ts'
import { transactionHandlers } from './transaction.ts'

/** What this module answers in the customer console. */
export const customerHandlers: readonly Handler[] = [...transactionHandlers, ...billHandlers, ...financeOverviewHandlers]
