/** Transactional outbox of events for programs: enqueued in the transaction in which they happen. */
export {
  enqueueVisitEvents,
  recordAlert,
  recordedReports,
  recordInbound,
  recordReports,
  recordSignatureReview,
  recordTemplateReview,
} from './event.ts'
