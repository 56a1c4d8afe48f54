import type { CustomerHandlerOptions } from '#http/server/handler-options.ts'
import type { Handler } from '#http/server/serve.ts'
import { optOutHandlers } from './opt-out.ts'
import { optOutPageHandlers } from './opt-out-page.ts'

/** What this module answers in the customer console. */
export const customerHandlers = ({ secret }: CustomerHandlerOptions): readonly Handler[] => [
  ...optOutPageHandlers(secret),
  ...optOutHandlers,
]
