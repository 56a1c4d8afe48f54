import type { CallAnswerWire } from '#contract/call.ts'
import { adminCodeCalls } from '#contract/messages/admin-code.ts'
import { adminAuditLogCalls } from '#contract/staff/admin-audit-log.ts'

export type Code = CallAnswerWire<typeof adminCodeCalls.list>['rows'][number]
export type UnknownCode = CallAnswerWire<typeof adminCodeCalls.unknown>['rows'][number]

/** Answers that a changed explanation outdates. */
export const codeAnswers = [adminCodeCalls.list, adminCodeCalls.unknown, adminCodeCalls.history, adminAuditLogCalls.list]

export const codeTabs = (unknownCount: number | undefined) => [
  { key: '', label: '状态码' },
  { key: 'unknown', label: '未识别', count: unknownCount },
]
