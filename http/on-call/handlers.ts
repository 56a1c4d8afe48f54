import type { AdminHandlerOptions } from '#http/server/handler-options.ts'
import type { Handler } from '#http/server/serve.ts'
import { adminOnCallHandlers } from './admin-on-call.ts'

/** What this module answers in the back office. */
export const adminHandlers = (options: AdminHandlerOptions): readonly Handler[] => adminOnCallHandlers(options)
