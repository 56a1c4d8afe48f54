import type { ReactNode } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import type { adminApprovalCalls } from '#contract/staff/admin-approval.ts'
import { Money } from '#ui/display/Money.tsx'

export type ApprovalRow = CallAnswerWire<typeof adminApprovalCalls.list>['rows'][number]
export type ApprovalAct = 'approved' | 'rejected' | 'withdrawn'

/** The exact requested act. */
export const contentFacts = (row: ApprovalRow): [string, ReactNode][] => [
  ['金额', row.amountHao === 0 ? null : <Money key="sum" hao={row.amountHao} />],
  ...row.facts.map(({ name, text }): [string, ReactNode] => [name, text]),
]
