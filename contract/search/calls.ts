import { adminSearchCalls } from './admin-search.ts'
import { searchCalls } from './search.ts'

/** Calls of this module of the customer console, by their nouns. */
export const customerCalls = { search: searchCalls }

/** Calls of this module of the back office, by their nouns. */
export const adminCalls = { search: adminSearchCalls }
