/** Personal data of phone owners and of closed accounts: a copy on request, and erasure after the legal retention. */
export { readArchived } from './archived.ts'
export { eraseClosedAccounts } from './closed-account.ts'
export { eraseRequested } from './erase.ts'
export { countPersonalData } from './find.ts'
export { erasureAct, forgetCopies, listRequests, readCopy, requestCopy, requestErasure } from './request.ts'
