import { adminSmppCalls } from './admin-smpp.ts'
import { appCalls } from './app.ts'
import { smppCalls } from './smpp.ts'

/** Calls of this module of the customer console, by their nouns. */
export const customerCalls = { app: appCalls, smpp: smppCalls }

/** Calls of this module of the back office, by their nouns. */
export const adminCalls = { smpp: adminSmppCalls }
