import type { Handler } from '#http/server/serve.ts'
import { systemStatusHandlers } from './admin-system-status.ts'

/** What this module answers in the back office. */
export const adminHandlers: readonly Handler[] = systemStatusHandlers
