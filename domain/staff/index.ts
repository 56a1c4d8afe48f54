/** The platform's own staff: accounts, sign-in, audit log, approvals. */
export {
  type ApprovalAct,
  type ApprovalContext,
  accountApprovalAct,
  approvalAct,
  approvalHash,
  lockWaitingApproval,
  requestApproval,
} from './approval.ts'
export { recordStaffAct, recordStaffRead, type StaffAct } from './audit-log.ts'
export { listStaff, listStaffAuditLog } from './audit-log-list.ts'
export { listHistory } from './history.ts'
export { initialPassword } from './initial-password.ts'
export { keepStaffListColumns, readStaffListColumns, readStaffListViews, removeStaffListView, saveStaffListView } from './list-view.ts'
export {
  changeStaffRole,
  createStaffMember,
  listAllStaff,
  resetStaffPassword,
  resetStaffTotp,
  setInitialPassword,
  switchStaff,
} from './manage.ts'
export { changeStaffPassword, prepareStaffPassword, proveStaffPassword } from './password.ts'
export { endOtherStaffSessions, endOwnStaffSession, readSelf } from './self.ts'
export { closeStaffSession, readStaffSession, type StaffMember } from './session.ts'
export { issueSetup, useSetup } from './setup.ts'
export { signInStaff } from './sign-in.ts'
export { clearStaffTotp, createStaff, findStaff, hasChecker, setStaffState } from './staff.ts'
export { confirmStaffTotp, encryptedStaffTotp, enrollStaffTotp } from './totp.ts'
