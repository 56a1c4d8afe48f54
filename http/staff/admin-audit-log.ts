import { adminAuditLogCalls } from '#contract/staff/admin-audit-log.ts'
import { listStaff, listStaffAuditLog } from '#domain/staff/index.ts'
import { handle } from '#http/server/serve.ts'
import type { AccountId } from '#values/id.ts'

export const adminAuditLogHandlers = [
  handle(adminAuditLogCalls.list, async ({ tx }, { accountId, ...filter }) => ({
    ...(await listStaffAuditLog(tx, { ...filter, account: accountId as AccountId | undefined })),
    staff: await listStaff(tx),
  })),
]
