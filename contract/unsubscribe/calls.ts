import { landingCalls } from './landing.ts'
import { optOutCalls } from './opt-out.ts'

/** Calls of this module of the customer console, by their nouns. */
export const customerCalls = { landing: landingCalls, optOut: optOutCalls }
