export { OpenTransactions } from './open-transactions.ts'
/** What the platform does at this moment: queues, channels, jobs, checks and programs, for metrics and for staff. */
export { type PlatformState, readPlatformState } from './platform-state.ts'
