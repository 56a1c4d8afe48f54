/** Opt-out page for phone owners, complaints, answers to opt-out replies. */
export { ingestComplaint, liftComplaint, listComplaints } from './admin-complaint.ts'
export { answerOptOut } from './opt-out-answer.ts'
export { grantEverywhere } from './opt-out-everywhere.ts'
export { actOnOptOutPage, readOptOutSender } from './opt-out-page.ts'
export { listOptOutRecords } from './opt-out-record.ts'
