import type { AdminHandlerOptions, CustomerHandlerOptions } from '#http/server/handler-options.ts'
import type { Handler } from '#http/server/serve.ts'
import { accountHandlers } from './account.ts'
import { adminAttestationHandlers } from './admin-attestation.ts'
import { adminCustomerHandlers } from './admin-customer.ts'
import { adminPersonHandlers } from './admin-person.ts'
import { adminSettingHandlers } from './admin-setting.ts'
import { accountProfileHandlers, attestationHandlers } from './attestation.ts'
import { listViewHandlers } from './list-view.ts'
import { memberHandlers } from './members.ts'
import { profileHandlers } from './profile.ts'
import { settingHandlers } from './setting.ts'

/** What this module answers in the customer console. */
export const customerHandlers = ({ secret, publicUrl }: CustomerHandlerOptions): readonly Handler[] => [
  ...accountHandlers,
  ...attestationHandlers(secret),
  ...accountProfileHandlers(secret),
  ...profileHandlers({ secret, publicUrl }),
  ...memberHandlers({ publicUrl }),
  ...settingHandlers,
  ...listViewHandlers,
]

/** What this module answers in the back office. */
export const adminHandlers = ({ secret, consoleUrl }: AdminHandlerOptions): readonly Handler[] => [
  ...adminPersonHandlers(consoleUrl),
  ...adminAttestationHandlers(secret),
  ...adminCustomerHandlers,
  ...adminSettingHandlers,
]
