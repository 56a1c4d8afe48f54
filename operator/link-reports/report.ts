import type { Got } from '#contract/call.ts'
import type { linkReportCalls } from '#contract/operator-link-report.ts'

export type ReportedLink = Got<typeof linkReportCalls.list>['rows'][number]
