import type { Handler } from '#http/server/serve.ts'
import { adminWordHandlers } from './admin-word.ts'

/** What this module answers in the back office. */
export const adminHandlers: readonly Handler[] = [...adminWordHandlers]
