/** Events that programs hear of, enqueued in the transaction in which they happen. */
export {
  enqueueVisitEvents,
  notedReports,
  recordAlert,
  recordInbound,
  recordReports,
  recordSignatureReview,
  recordTemplateReview,
} from './event.ts'
