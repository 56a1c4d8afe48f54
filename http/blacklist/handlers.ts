import type { Handler } from '#http/server/serve.ts'
import { adminBlacklistHandlers } from './admin-blacklist.ts'
import { blacklistHandlers } from './blacklist.ts'

/** What this module answers in the customer console. */
export const customerHandlers: readonly Handler[] = [...blacklistHandlers]

/** What this module answers in the back office. */
export const adminHandlers: readonly Handler[] = [...adminBlacklistHandlers]
