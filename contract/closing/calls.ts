import { closingCalls } from './closing.ts'

/** Calls of this module of the customer console, by their nouns. */
export const customerCalls = { closing: closingCalls }
