import type { CustomerHandlerOptions } from '#http/server/handler-options.ts'
import type { Handler } from '#http/server/serve.ts'
import { adminSmppHandlers } from './admin-smpp.ts'
import { appHandlers } from './app-manage.ts'
import { smppHandlers } from './smpp.ts'

/** What this module answers in the customer console. */
export const customerHandlers = ({ secret, openUrl, smppAddress }: CustomerHandlerOptions): readonly Handler[] => [
  ...appHandlers({ secret, openUrl }),
  ...smppHandlers({ secret, address: smppAddress }),
]

/** What this module answers in the back office. */
export const adminHandlers: readonly Handler[] = [...adminSmppHandlers]
