import { useUrlState } from '#ui/url-state.ts'
import { ClaimQueue } from './ClaimQueue.tsx'
import { ReceiptList } from './ReceiptList.tsx'

/** 汇款: what customers say they paid by bank, and what the bank says came. */
export function Page() {
  const [{ tab }] = useUrlState({ tab: '' })
  return tab === 'receipts' ? <ReceiptList /> : <ClaimQueue key={tab} isEnded={tab === 'ended'} />
}
