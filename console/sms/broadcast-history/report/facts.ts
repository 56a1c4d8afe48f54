import type { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import type { CallAnswerWire } from '#contract/call.ts'

export type Detail = CallAnswerWire<typeof broadcastCalls.one>
export type BreakdownFacts = CallAnswerWire<typeof broadcastCalls.breakdown>

/** What a report shows of a broadcast, to its own members and to those it is shared with. */
export type ReportFacts = Omit<Detail, 'draftId' | 'uploadId' | 'recallMs' | 'broadcastId' | 'memberName'>
