import type { CustomerHandlerOptions } from '#http/server/handler-options.ts'
import type { Handler } from '#http/server/serve.ts'
import { webhookHandlers } from './webhook.ts'

/** What this module answers in the customer console. */
export const customerHandlers = ({ secret, allowsLoopback }: CustomerHandlerOptions): readonly Handler[] => [
  ...webhookHandlers({ secret, allowsLoopback }),
]
