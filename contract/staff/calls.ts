import { adminApprovalCalls } from './admin-approval.ts'
import { adminAuditLogCalls } from './admin-audit-log.ts'
import { adminListViewCalls } from './admin-list-view.ts'
import { adminSignInCalls } from './admin-sign-in.ts'
import { adminSelfCalls, adminStaffCalls } from './admin-staff.ts'

/** Calls of this module of the back office, by their nouns. */
export const adminCalls = {
  signIn: adminSignInCalls,
  self: adminSelfCalls,
  staff: adminStaffCalls,
  approval: adminApprovalCalls,
  activity: adminAuditLogCalls,
  listView: adminListViewCalls,
}
