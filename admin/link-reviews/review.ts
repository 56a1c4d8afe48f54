import type { CallAnswerWire } from '#contract/call.ts'
import type { linkReviewCalls } from '#contract/links/admin-link.ts'

export type WaitingHost = CallAnswerWire<typeof linkReviewCalls.queue>['rows'][number]
export type HostDetail = CallAnswerWire<typeof linkReviewCalls.host>
