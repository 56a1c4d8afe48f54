import type { z } from 'zod'
import type { Got } from '#contract/call.ts'
import type { filingFileDoor } from '#contract/operator-filing.ts'
import { operatorFilingCalls } from '#contract/operator-filing.ts'
import type { Operator } from '#values/phone.ts'

export type FilingRow = Got<typeof operatorFilingCalls.list>['rows'][number]
export type ReadFile = z.input<typeof filingFileDoor.answer>
export interface AskedFiling {
  row: FilingRow
  /** Whose answer was asked for; the others stand beside it. */
  operator?: Operator
}

/** Answers that a change of a filing makes old. */
export const filingAnswers = [operatorFilingCalls.list]
