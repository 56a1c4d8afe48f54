/** Redirecting of short links: resolving a code, ingesting visits, roll-ups, link units. */
export { shortAddress } from './address.ts'
export { DistinctSet } from './distinct.ts'
export { hasMissedVisits, missedByState, missedSeries, missedVisits, nobody } from './missed-visit.ts'
export { codesMeant, foldedCode, ownCodeProblem, ownCodeProblemNames, wordProblem } from './own-code.ts'
export { hashLinkPassword, isLinkPassword } from './password.ts'
export { ingestReport, type NewReport } from './report.ts'
export { cutOldAddresses, purgeOldChanges, recordLateVisits } from './retention.ts'
export { afterEnd, type Decision, decide, type Route, type VisitorFacts, withPlaces, withQuery } from './route.ts'
export {
  type FoundCode,
  findCode,
  type LinkChange,
  lastChange,
  newestCodes,
  type OwnDomain,
  readChanges,
  verifiedDomains,
} from './route-read.ts'
export { dimensionColumns, type VisitDimension, visitDimensions } from './statistics/dimension.ts'
export { type CountedVisit, rollUpParts, Tally, type VisitPart, wholeAccount } from './statistics/part.ts'
export { keptMinuteHours, purgeSteps } from './statistics/purge.ts'
export { lockVisits, type Mark, promoteVisits, readMark, rollUpFresh, rollUpVisits } from './statistics/roll-up.ts'
export { type VisitRange, type VisitScope, visitsOfScope } from './statistics/scope.ts'
export { chinaOffsetMs, dayOf, dayOfHour, firstHour, hourOf, hourOfMinute, minuteOf, stepMs, weekOfDay } from './statistics/step.ts'
export { partsBetween, writeParts } from './statistics/store.ts'
export { emptyUnion, readSet, readUnions, type Union } from './statistics/union.ts'
export { consumeLinkUnits, grantInitialUnits, lockLinkUnits, unitsOf } from './units.ts'
export { logPosition, setLogPosition, writeVisits } from './visit.ts'
export { type AgentFacts, agentFacts, type VisitorKind } from './visit-facts.ts'
export { claimVisits, type VisitClaim } from './visit-limit.ts'
export { readNote, type VisitLogEntry, writeNote } from './visit-note.ts'
