import type { Call } from './call.ts'
import { financeCalls } from './finance.ts'

/** Every call of the customer console, by the noun of its file. Tests walk over these: tenants, roles, handlers, documentation. */
export const customerCalls: Record<string, Record<string, Call>> = {
  finance: financeCalls,
}

/** Every call of the back office. */
export const operatorCalls: Record<string, Record<string, Call>> = {}
