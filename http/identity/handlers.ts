import type { CustomerHandlerOptions } from '#http/server/handler-options.ts'
import type { Handler } from '#http/server/serve.ts'
import { auditLogHandlers } from './audit-log.ts'
import { signInHandlers } from './sign-in.ts'
import { stepUpHandlers } from './step-up.ts'

/** What this module answers in the customer console. */
export const customerHandlers = ({ secret, handset }: CustomerHandlerOptions): readonly Handler[] => [
  ...signInHandlers({ secret, handset }),
  ...auditLogHandlers(secret),
  ...stepUpHandlers(secret),
]
