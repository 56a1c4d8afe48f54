import type { CallAnswerWire } from '#contract/call.ts'
import { adminPortedCalls, adminSegmentCalls } from '#contract/messages/admin-segment.ts'
import { adminAuditLogCalls } from '#contract/staff/admin-audit-log.ts'
import { carrierNames } from '#values/phone.ts'

export type Segment = CallAnswerWire<typeof adminSegmentCalls.list>['rows'][number]
export type Found = NonNullable<CallAnswerWire<typeof adminSegmentCalls.list>['found']>
export type Ported = CallAnswerWire<typeof adminPortedCalls.list>['rows'][number]

/** Answers that an act on segments or ported numbers outdates. */
export const segmentAnswers = [adminSegmentCalls.list, adminSegmentCalls.history, adminPortedCalls.list, adminAuditLogCalls.list]

export const segmentText = ({ carrier, isVirtual }: Omit<Segment, 'prefix'>) => carrierNames[carrier] + (isVirtual ? '（虚拟运营商）' : '')

/** The two tabs of the page; the count of ported numbers is shown where it is known. */
export const segmentTabs = (portedCount: number | undefined) => [
  { key: '', label: '号段' },
  { key: 'ported', label: '携号转网', count: portedCount },
]
