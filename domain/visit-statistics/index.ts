/** Statistics of visits for people: lists, figures, rankings, trends. */
export { LiveVisitPoller } from './live.ts'
export { linkTotals, newAndReturning, visitCounts, visitFigures, visitHeat, visitRanks, visitSeries } from './statistics/read.ts'
export { rebuildAllVisits, rebuildVisits } from './statistics/rebuild.ts'
export { listVisits, presentVisits, type Visit, visitColumns } from './visit-list.ts'
export { visitNames } from './visit-name.ts'
export { periodNow, stepText, trendRanges } from './visit-period.ts'
export { reclassifiedSince } from './visit-reading.ts'
export { rangeOfDays, scopeOf, type VisitOf, visitWhere } from './visit-where.ts'
