import type { CallAnswerWire } from '#contract/call.ts'
import { adminBankCalls } from '#contract/payments/admin-bank.ts'
import { reconciliationCalls } from '#contract/payments/reconciliation.ts'
import { adminApprovalCalls } from '#contract/staff/admin-approval.ts'
import type { ListTabsFacts } from '#ui/list/ListTabs.tsx'
import type { ListState } from '#ui/list/list-state.ts'
import { useUrlState } from '#ui/url-state.ts'

export type ClaimRow = CallAnswerWire<typeof adminBankCalls.claims>['rows'][number]
export type Claim = CallAnswerWire<typeof adminBankCalls.claim>
export type Receipt = CallAnswerWire<typeof adminBankCalls.receipts>['rows'][number]
export type ReceiptDetail = CallAnswerWire<typeof adminBankCalls.receipt>

/** Calls that an act on a claim or a receipt outdates. */
export const bankAnswers = [
  adminBankCalls.claims,
  adminBankCalls.claim,
  adminBankCalls.receipts,
  adminBankCalls.receipt,
  adminApprovalCalls.list,
  reconciliationCalls.overview,
]

export const tabs: ListTabsFacts = {
  name: 'tab',
  items: [
    { key: '', label: '待处理认领' },
    { key: 'ended', label: '已处理认领' },
    { key: 'receipts', label: '银行到账' },
  ],
}

/** The page's lists as tabs, which are not filters. */
export function useTabs(list: ListState): ListState {
  const [{ tab }, setTab] = useUrlState({ tab: '', cursor: '' })
  const change: ListState['change'] = (next, options) =>
    next.tab === undefined ? list.change(next, options) : setTab({ tab: next.tab, cursor: '' })
  return { ...list, values: { ...list.values, tab }, change }
}
