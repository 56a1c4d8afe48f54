import { useUrlState } from '#ui/url-state.ts'
import { ClaimQueue } from './ClaimQueue.tsx'
import { ReceiptList } from './ReceiptList.tsx'

/** 汇款: customers' claims of bank transfers, and the bank's receipts. */
export function Page() {
  const [{ tab }] = useUrlState({ tab: '' })
  return tab === 'receipts' ? <ReceiptList /> : <ClaimQueue key={tab} isEnded={tab === 'ended'} />
}
