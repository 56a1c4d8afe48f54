/** Freezing and closing of accounts, and the blockers of closing. */
export {
  freeze,
  grantAccountAttestation as attest,
  readCustomer,
  revokeAccountAttestation as unattest,
  unfreeze,
} from './admin-customer.ts'
export { findBlockers } from './blocker.ts'
export { closeAccount, dueClosings, readClosing, readLosses, requestClosing, undoClosing } from './closing.ts'
