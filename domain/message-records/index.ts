/** Message records for people: lists, details, diagnosis, statistics, exports. */

export { readTrial, sendTrial } from './admin-channel-trial.ts'
export { listMessagesForStaff, readMessageForStaff } from './admin-message.ts'
export { adminMessageSearch } from './admin-search.ts'
export {
  applyPorted,
  applySegments,
  listPorted,
  listSegments,
  readPortedFile,
  readSegmentFile,
  removePorted,
  removeSegment,
  setSegment,
} from './admin-segment.ts'
export { readPlatformStatistics } from './admin-statistics.ts'
export { countDeliveries, deliveryChoices, hasDeliveries, listDeliveries, recipientsOf } from './delivery.ts'
export { blockRecipients, readDelivery, recipientOf } from './delivery-detail.ts'
export { messageExport } from './delivery-export.ts'
export { listInbound, selectInbound } from './delivery-inbound.ts'
export { requirePeriod } from './delivery-where.ts'
export { diagnosePhone } from './diagnosis.ts'
export { inboundExport } from './inbound-export.ts'
export { replyTemplates, replyToInbound } from './inbound-reply.ts'
export { clickedIs, clicksOf, type MessageClicks } from './link-click.ts'
export { findMessages, readMessage } from './message.ts'
export { inboundFrom } from './program-inbound.ts'
export { messagesTo, type ProgramMessage } from './program-message.ts'
export { messageSearch } from './search.ts'
export { cancelMessage, findAppMessage } from './smpp-message.ts'
export { failureCauses } from './statistics/cause.ts'
export { namesOf } from './statistics/name.ts'
export { noMeasures, periodBefore, readBreakdown, readTotals, readTrend, readWeek } from './statistics/read.ts'
export { rebuildAllStatistics, rebuildStatistics } from './statistics/rebuild.ts'
export { rollUpNext } from './statistics/roll-up.ts'
export { statisticsExport } from './statistics/statistics-export.ts'
export { countUnreported } from './statistics/unreported.ts'
export { broadcastName, broadcastsWithLinks, maskedRecipients, newestBroadcastOf } from './visit.ts'
export { visitExport } from './visit-export.ts'
