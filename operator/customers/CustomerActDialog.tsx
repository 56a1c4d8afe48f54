import { AttestDialog } from './AttestDialog.tsx'
import type { CustomerAct, CustomerRow } from './customer.ts'
import { GrantDialog } from './GrantDialog.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { RechargeDialog } from './RechargeDialog.tsx'

/** The dialog of an act on a customer. */
export function CustomerActDialog({ act, ...props }: { act: CustomerAct; customer: CustomerRow; onClose: () => void }) {
  if (act === 'grant') return <GrantDialog {...props} />
  if (act === 'recharge') return <RechargeDialog {...props} />
  if (act === 'attest') return <AttestDialog {...props} />
  return <ReasonDialog act={act} {...props} />
}
