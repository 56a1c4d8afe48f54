import { exportCalls } from './export.ts'

/** Calls of this module of the customer console, by their nouns. */
export const customerCalls = { export: exportCalls }
