import type { CustomerHandlerOptions } from '#http/server/handler-options.ts'
import type { Handler } from '#http/server/serve.ts'
import { landingHandlers } from './landing.ts'
import { optOutHandlers } from './opt-out.ts'

/** What this module answers in the customer console. */
export const customerHandlers = ({ secret }: CustomerHandlerOptions): readonly Handler[] => [...landingHandlers(secret), ...optOutHandlers]
