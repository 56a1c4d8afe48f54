/** Message delivery: acceptance into the outbox, settlement of charges, inbound messages, usage of apps. */
export { type AcceptedMessage, acceptedParts, acceptMessages, chooseChannels, queueMessages } from './accept.ts'
export { countMessages, endedBeforeSubmission } from './count.ts'
export { type InboundMessage, type InboundPlace, ingestInbound, purgeReplies, storeInbound } from './inbound.ts'
export { decodeWork, dequeueMessages, dequeueRows, isUnclaimed, outboxWake, putBack, removedFrom, type Work } from './outbox.ts'
export { countParkedReports, readOutboxState } from './outbox-state.ts'
export { listOverdueChannels } from './overdue.ts'
export { type Outcome, settleMessages } from './settle.ts'
export { countEnded, counted, countedColumns, countWritten } from './statistics/count.ts'
export {
  acceptedMeasures,
  delayBoundsMs,
  delayColumns,
  delayWithin,
  endedMeasures,
  measureColumns,
  nothingId,
  placeColumns,
  textColumns,
} from './statistics/measure.ts'
export { readTraces, storedTraces, sweepTraces } from './trace.ts'
export { type AppUsage, readUsage, segmentProblem, spendProblem, type UsageChange, usageParts } from './usage.ts'
export { withdrawMarketing } from './withdraw.ts'
