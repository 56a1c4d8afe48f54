import type { ListTabsFacts } from '#console/ui/ListTabs.tsx'
import type { ListState } from '#console/ui/list-state.ts'
import { useUrlState } from '#console/ui/url-state.ts'
import type { Got } from '#contract/call.ts'
import { operatorApprovalCalls } from '#contract/operator-approval.ts'
import { operatorBankCalls } from '#contract/operator-bank.ts'
import { reconciliationCalls } from '#contract/reconciliation.ts'

export type ClaimRow = Got<typeof operatorBankCalls.claims>['rows'][number]
export type Claim = Got<typeof operatorBankCalls.claim>
export type Receipt = Got<typeof operatorBankCalls.receipts>['rows'][number]
export type ReceiptDetail = Got<typeof operatorBankCalls.receipt>

/** What an act on a claim or a receipt changes. */
export const bankAnswers = [
  operatorBankCalls.claims,
  operatorBankCalls.claim,
  operatorBankCalls.receipts,
  operatorBankCalls.receipt,
  operatorApprovalCalls.list,
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

/** The page's lists as tabs, which are no filter. */
export function useTabs(list: ListState): ListState {
  const [{ tab }, setTab] = useUrlState({ tab: '', cursor: '' })
  const change: ListState['change'] = (next, options) =>
    next.tab === undefined ? list.change(next, options) : setTab({ tab: next.tab, cursor: '' })
  return { ...list, values: { ...list.values, tab }, change }
}
