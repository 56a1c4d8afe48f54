import { adminHomeCalls } from './admin-home.ts'
import { homeCalls } from './home.ts'

/** Calls of this module of the customer console, by their nouns. */
export const customerCalls = { home: homeCalls }

/** Calls of this module of the back office, by their nouns. */
export const adminCalls = { home: adminHomeCalls }
