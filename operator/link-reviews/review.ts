import type { Got } from '#contract/call.ts'
import type { linkReviewCalls } from '#contract/operator-link.ts'

export type WaitingHost = Got<typeof linkReviewCalls.queue>['rows'][number]
export type HostDetail = Got<typeof linkReviewCalls.host>
