import type { Got } from '#contract/call.ts'
import { operatorActivityCalls } from '#contract/operator-activity.ts'
import { operatorPortedCalls, operatorSegmentCalls } from '#contract/operator-segment.ts'
import { operatorNames } from '#values/phone.ts'

export type Segment = Got<typeof operatorSegmentCalls.list>['rows'][number]
export type Found = NonNullable<Got<typeof operatorSegmentCalls.list>['found']>
export type Ported = Got<typeof operatorPortedCalls.list>['rows'][number]

/** Answers that an act on segments or ported numbers makes untrue. */
export const segmentAnswers = [
  operatorSegmentCalls.list,
  operatorSegmentCalls.history,
  operatorPortedCalls.list,
  operatorActivityCalls.list,
]

export const segmentText = ({ operator, isVirtual }: Omit<Segment, 'prefix'>) =>
  operatorNames[operator] + (isVirtual ? '（虚拟运营商）' : '')

/** The two tabs of the page; how many numbers are ported is told where it is known. */
export const segmentTabs = (portedCount: number | undefined) => [
  { key: '', label: '号段' },
  { key: 'ported', label: '携号转网', count: portedCount },
]
