import { accountCalls } from './account.ts'
import { broadcastCalls } from './broadcast.ts'
import type { Call } from './call.ts'
import { financeCalls } from './finance.ts'
import { homeCalls } from './home.ts'
import { signInCalls } from './sign-in.ts'

/** Every call of the customer console, by the noun of its file. Tests walk over these: tenants, roles, handlers, documentation. */
export const customerCalls: Record<string, Record<string, Call>> = {
  signIn: signInCalls,
  account: accountCalls,
  home: homeCalls,
  broadcast: broadcastCalls,
  finance: financeCalls,
}

/** Every call of the back office. */
export const operatorCalls: Record<string, Record<string, Call>> = {}
