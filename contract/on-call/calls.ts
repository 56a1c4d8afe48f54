import { adminOnCallCalls } from './admin-on-call.ts'

/** Calls of this module of the back office, by their nouns. */
export const adminCalls = { onCall: adminOnCallCalls }
