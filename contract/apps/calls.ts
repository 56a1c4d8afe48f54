import { adminEsmeCalls } from './admin-esme.ts'
import { appCalls } from './app.ts'
import { esmeCalls } from './esme.ts'

/** Calls of this module of the customer console, by their nouns. */
export const customerCalls = { app: appCalls, esme: esmeCalls }

/** Calls of this module of the back office, by their nouns. */
export const adminCalls = { esme: adminEsmeCalls }
