/** Transactional outbox of events for programs: enqueued in the transaction in which they happen. */
export {
  enqueueVisitEvents,
  notedReports,
  recordAlert,
  recordInbound,
  recordReports,
  recordSignatureReview,
  recordTemplateReview,
} from './event.ts'
