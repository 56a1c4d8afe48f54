import { adminFilingCalls } from './admin-filing.ts'

/** Calls of this module of the back office, by their nouns. */
export const adminCalls = { filing: adminFilingCalls }
