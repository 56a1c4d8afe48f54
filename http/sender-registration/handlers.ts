import type { Handler } from '#http/server/serve.ts'
import { adminFilingHandlers } from './admin-filing.ts'

/** What this module answers in the back office. */
export const adminHandlers: readonly Handler[] = [...adminFilingHandlers]
