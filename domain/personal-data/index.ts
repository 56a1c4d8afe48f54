/** Personal data of phone owners: a copy on request, and erasure after the legal retention. */
export { eraseRequested } from './erase.ts'
export { countPersonalData } from './find.ts'
export { erasureAct, forgetCopies, listRequests, readCopy, requestCopy, requestErasure } from './request.ts'
