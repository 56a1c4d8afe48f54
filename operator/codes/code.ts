import type { Got } from '#contract/call.ts'
import { operatorActivityCalls } from '#contract/operator-activity.ts'
import { operatorCodeCalls } from '#contract/operator-code.ts'

export type Code = Got<typeof operatorCodeCalls.list>['rows'][number]
export type UnknownCode = Got<typeof operatorCodeCalls.unknown>['rows'][number]

/** Answers that an explanation makes untrue. */
export const codeAnswers = [operatorCodeCalls.list, operatorCodeCalls.unknown, operatorCodeCalls.history, operatorActivityCalls.list]

export const codeTabs = (unknownCount: number | undefined) => [
  { key: '', label: '状态码' },
  { key: 'unknown', label: '未识别', count: unknownCount },
]
