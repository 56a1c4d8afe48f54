import { adminAuditLogCalls } from '#contract/staff/admin-audit-log.ts'
import { listStaff, listStaffAuditLog } from '#domain/staff/index.ts'
import { handle } from '#http/server/serve.ts'

export const adminAuditLogHandlers = [
  handle(adminAuditLogCalls.list, async ({ tx }, { accountId, ...filter }) => ({
    ...(await listStaffAuditLog(tx, { ...filter, account: accountId })),
    staff: await listStaff(tx),
  })),
]
