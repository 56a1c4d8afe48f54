import { optOutCalls } from './opt-out.ts'
import { optOutPageCalls } from './opt-out-page.ts'

/** Calls of this module of the customer console, by their nouns. */
export const customerCalls = { optOutPage: optOutPageCalls, optOut: optOutCalls }
