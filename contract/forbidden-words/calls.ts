import { adminWordCalls } from './admin-word.ts'

/** Calls of this module of the back office, by their nouns. */
export const adminCalls = { word: adminWordCalls }
