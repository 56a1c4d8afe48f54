import { systemStatusCalls } from './admin-system-status.ts'

/** Calls of this module of the back office, by their nouns. */
export const adminCalls = { systemStatus: systemStatusCalls }
