import { AdjustDialog } from './AdjustDialog.tsx'
import { AttestDialog } from './AttestDialog.tsx'
import { BonusDialog } from './BonusDialog.tsx'
import { CreditLimitDialog } from './CreditLimitDialog.tsx'
import type { CustomerAct, CustomerRow } from './customer.ts'
import { EnterDialog } from './EnterDialog.tsx'
import { GrantDialog } from './GrantDialog.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'

/** The dialog of an act on a customer. */
export function CustomerActDialog({ act, ...props }: { act: CustomerAct; customer: CustomerRow; onClose: () => void }) {
  if (act === 'grant') return <GrantDialog {...props} />
  if (act === 'bonus') return <BonusDialog {...props} />
  if (act === 'adjust') return <AdjustDialog {...props} />
  if (act === 'credit') return <CreditLimitDialog {...props} />
  if (act === 'grantAttestation') return <AttestDialog {...props} />
  if (act === 'enter') return <EnterDialog {...props} />
  return <ReasonDialog act={act} {...props} />
}
