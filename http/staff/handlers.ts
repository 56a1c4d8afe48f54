import type { AdminHandlerOptions } from '#http/server/handler-options.ts'
import type { Handler } from '#http/server/serve.ts'
import { adminAuditLogHandlers } from './admin-audit-log.ts'
import { adminListViewHandlers } from './admin-list-view.ts'
import { adminSignInHandlers } from './admin-sign-in.ts'
import { adminSelfHandlers, adminStaffHandlers } from './admin-staff.ts'

/** What this module answers in the back office. */
export const adminHandlers = ({ secret, isTotpRequired }: AdminHandlerOptions): readonly Handler[] => [
  ...adminSignInHandlers(secret, isTotpRequired),
  ...adminSelfHandlers(secret, isTotpRequired),
  ...adminStaffHandlers,
  ...adminAuditLogHandlers,
  ...adminListViewHandlers,
]
