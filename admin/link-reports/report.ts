import type { CallAnswerWire } from '#contract/call.ts'
import type { linkReportCalls } from '#contract/links/admin-link-report.ts'

export type ReportedLink = CallAnswerWire<typeof linkReportCalls.list>['rows'][number]
