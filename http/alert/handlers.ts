import type { CustomerHandlerOptions } from '#http/server/handler-options.ts'
import type { Handler } from '#http/server/serve.ts'
import { alertHandlers } from './alert.ts'

/** What this module answers in the customer console. */
export const customerHandlers = ({ secret }: CustomerHandlerOptions): readonly Handler[] => [...alertHandlers(secret)]
