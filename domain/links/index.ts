/** Short links: creation, batches, own domains, checks of targets, review. */
export { addDomainRules, listDomainRules, previewRules, remarkDomainRule, removeDomainRule } from './admin-domain-rule.ts'
export { blockLink, type LinkActDone, resumeLinks, stopLinks, unblockLink } from './admin-link.ts'
export { approveLinks, rejectLinks, revokeHost, trustHost } from './admin-link-decision.ts'
export { readLinkForStaff } from './admin-link-detail.ts'
export { findLinks } from './admin-link-list.ts'
export { linkQueue, readWaitingHost, waitingHosts } from './admin-link-queue.ts'
export { handleReports, listReports, reportQueue } from './admin-link-report.ts'
export { watchLinks } from './admin-link-watch.ts'
export { readLinkAttention } from './attention.ts'
export { cancelBatch, listBatches, recipientsOf, resultHeader, resultPiece, resumeBatch, startBatch } from './batch.ts'
export { addToBatch } from './batch-addition.ts'
export type { OpenRows } from './batch-file.ts'
export { batchRecipients } from './batch-recipient.ts'
export { refusedOfBatch } from './batch-refused.ts'
export { runLinkBatch } from './batch-run.ts'
export { linkCodeLength, randomCodes, recipientCodeLength } from './code.ts'
export { createLinks } from './create.ts'
export {
  addLinkDomain,
  cnameOf,
  disableLinkDomain,
  listLinkDomains,
  recordDomainCheck,
  removeLinkDomain,
  requireDomain,
  requireForeign,
  requirePause,
  saveIcpRecord,
} from './domain.ts'
export { checkCname, checkHttps, checkTxt, type Dns, openDns } from './domain-check.ts'
export { editLink } from './edit.ts'
export { createLinkGroup, deleteLinkGroup, listLinkGroups, renameLinkGroup } from './group.ts'
export { linkHistory, linkHours } from './history.ts'
export { linkExport } from './link-export.ts'
export { countLinks, linkFigures, linkFilters, listLinks, presentLinks } from './list.ts'
export { runLinkBulkAction } from './many.ts'
export { newestLinkTo, ownLinkAt } from './program-link.ts'
export { linkChoices, readLink } from './read.ts'
export { giveRecipientCodes } from './recipient-code.ts'
export { restoreLinkGroup, restoreLinks } from './reversible.ts'
export { linkSearch } from './search.ts'
export { codeMask, maskedAddress, readSendableLink, requireSendableLink, type SendableLink } from './sendable.ts'
export { recordAccountChange } from './stop.ts'
export {
  addTargetDomain,
  listTargetDomains,
  recordOf,
  recordTargetCheck,
  removeTargetDomain,
  requireTargetDomain,
} from './target-domain.ts'
export { followTarget } from './target-follow.ts'
export { inspectTarget, judgeRedirects } from './target-note.ts'
export { cancelLinkTask, listLinkTasks, runLinkTask, startLinkTask } from './task.ts'
export { unitUse } from './unit-use.ts'
export { returnLinkUnits } from './units-return.ts'
export { linkGroupName, linkName, subjectLink, visitSubjects, visitsThere } from './visit-subject.ts'
