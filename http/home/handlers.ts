import type { Handler } from '#http/server/serve.ts'
import { adminHomeHandlers } from './admin-home.ts'
import { homeHandlers } from './home.ts'

/** What this module answers in the customer console. */
export const customerHandlers: readonly Handler[] = [...homeHandlers]

/** What this module answers in the back office. */
export const adminHandlers: readonly Handler[] = [...adminHomeHandlers]
