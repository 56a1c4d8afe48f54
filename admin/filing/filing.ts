import type { z } from 'zod'
import type { CallAnswerWire } from '#contract/call.ts'
import type { filingFileRoute } from '#contract/sender-registration/admin-filing.ts'
import { adminFilingCalls } from '#contract/sender-registration/admin-filing.ts'
import type { Operator } from '#values/phone.ts'

export type FilingRow = CallAnswerWire<typeof adminFilingCalls.list>['rows'][number]
export type ReadFile = z.input<typeof filingFileRoute.answer>
export interface AskedFiling {
  row: FilingRow
  /** The carrier to edit; the others are beside it. */
  operator?: Operator
}

/** Answers that a changed registration outdates. */
export const filingAnswers = [adminFilingCalls.list]
