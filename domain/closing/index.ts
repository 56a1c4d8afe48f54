/** Freezing and closing of accounts, with what stands against it. */
export { attest, freeze, readCustomer, unattest, unfreeze } from './admin-customer.ts'
export { findBlockers } from './blocker.ts'
export { closeAccount, dueClosings, readClosing, readLosses, requestClosing, undoClosing } from './closing.ts'
