import { undoCalls } from './undo.ts'

/** Calls of this module of the customer console, by their nouns. */
export const customerCalls = { undo: undoCalls }
