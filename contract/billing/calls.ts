import { billCalls } from './bill.ts'
import { consumptionCalls } from './consumption.ts'
import { financeOverviewCalls } from './finance-overview.ts'
import { transactionCalls } from './transaction.ts'

/** Calls of this module of the customer console, by their nouns. */
export const customerCalls = {
  transaction: transactionCalls,
  bill: billCalls,
  consumption: consumptionCalls,
  financeOverview: financeOverviewCalls,
}
