import { adminBlacklistCalls } from './admin-blacklist.ts'
import { blacklistCalls } from './blacklist.ts'
import { blacklistImportCalls } from './blacklist-import.ts'

/** Calls of this module of the customer console, by their nouns. */
export const customerCalls = { blacklist: blacklistCalls, blacklistImport: blacklistImportCalls }

/** Calls of this module of the back office, by their nouns. */
export const adminCalls = { blacklist: adminBlacklistCalls }
