import type { ReactNode } from 'react'
import { Money } from '#console/ui/Money.tsx'
import type { Got } from '#contract/call.ts'
import type { operatorApprovalCalls } from '#contract/operator-approval.ts'

export type ApprovalRow = Got<typeof operatorApprovalCalls.list>['rows'][number]
export type ApprovalAct = 'approved' | 'rejected' | 'withdrawn'

/** What will be done, exactly as it was asked for. */
export const contentFacts = (row: ApprovalRow): [string, ReactNode][] => [
  ['金额', row.amountHao === 0 ? null : <Money key="sum" hao={row.amountHao} />],
  ...row.facts.map(({ name, text }) => [name, text] as [string, string]),
]
