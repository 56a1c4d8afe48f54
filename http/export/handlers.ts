import type { CustomerHandlerOptions } from '#http/server/handler-options.ts'
import type { Handler } from '#http/server/serve.ts'
import { exportHandlers } from './export.ts'

/** What this module answers in the customer console. */
export const customerHandlers = ({ secret, files, shortLinkUrl }: CustomerHandlerOptions): readonly Handler[] => [
  ...exportHandlers(secret, files, shortLinkUrl),
]
