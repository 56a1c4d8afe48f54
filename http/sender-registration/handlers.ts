import type { Handler } from '#http/server/serve.ts'
import { adminSenderRegistrationHandlers } from './admin-sender-registration.ts'

/** What this module answers in the back office. */
export const adminHandlers: readonly Handler[] = [...adminSenderRegistrationHandlers]
