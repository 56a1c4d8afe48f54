import type { Handler } from '#http/server/serve.ts'
import { adminSearchHandlers } from './admin-search.ts'
import { searchHandlers } from './search.ts'

/** What this module answers in the customer console. */
export const customerHandlers: readonly Handler[] = searchHandlers

/** What this module answers in the back office. */
export const adminHandlers: readonly Handler[] = adminSearchHandlers
