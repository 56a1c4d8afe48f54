import type { CustomerHandlerOptions } from '#http/server/handler-options.ts'
import type { Handler } from '#http/server/serve.ts'
import { adminEsmeHandlers } from './admin-esme.ts'
import { appHandlers } from './app-manage.ts'
import { esmeHandlers } from './esme.ts'

/** What this module answers in the customer console. */
export const customerHandlers = ({ secret, openUrl, esmeAddresses }: CustomerHandlerOptions): readonly Handler[] => [
  ...appHandlers({ secret, openUrl }),
  ...esmeHandlers({ secret, addresses: esmeAddresses }),
]

/** What this module answers in the back office. */
export const adminHandlers: readonly Handler[] = [...adminEsmeHandlers]
