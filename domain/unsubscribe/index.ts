/** Opt-out page for phone owners, complaints, answers to opt-out replies. */
export { ingestComplaint, liftComplaint, listComplaints } from './admin-complaint.ts'
export { actOnLanding, landingSender } from './landing.ts'
export { grantEverywhere } from './landing-everywhere.ts'
export { listLandingRecords } from './landing-list.ts'
export { answerOptOut } from './opt-out-answer.ts'
