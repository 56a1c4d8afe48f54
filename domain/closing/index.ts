/** Freezing and closing of accounts, and the blockers of closing. */
export {
  freeze,
  grantAccountAttestation,
  readCustomer,
  revokeAccountAttestation,
  unfreeze,
} from './admin-customer.ts'
export { findBlockers } from './blocker.ts'
export { closeAccount, dueClosings, readClosing, readLosses, requestClosing, undoClosing } from './closing.ts'
