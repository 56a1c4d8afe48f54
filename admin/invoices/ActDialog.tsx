import { isKeyOf } from '#values/keys.ts'
import { type ActName, actWords, plainCalls, reasonCalls } from './acts.ts'
import { FilesDialog } from './FilesDialog.tsx'
import { type InvoiceOne, targetOf } from './invoice.ts'
import { PlainDialog, useInvoiceAct } from './PlainDialog.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { ConfirmationDialog, ExpireDialog, ShipDialog, type StepDialogProps } from './StepDialogs.tsx'

/** The dialog of one act; it explains the effect and keeps the server's refusal in view. */
export function ActDialog({ one, act, onClose }: { one: InvoiceOne; act: ActName; onClose: () => void }) {
  const shared = { one, words: actWords[act], onClose }
  if (isKeyOf(plainCalls, act)) return <PlainActDialog {...shared} call={plainCalls[act]} />
  if (isKeyOf(reasonCalls, act)) return <ReasonActDialog {...shared} {...reasonCalls[act]} />
  if (act === 'ship') return <ShipDialog {...shared} />
  if (act === 'start') return <ConfirmationDialog {...shared} />
  if (act === 'lapse') return <ExpireDialog {...shared} />
  return <FilesDialog {...shared} isCreditNote={act === 'reverse'} />
}

function PlainActDialog({ one, call, ...shared }: StepDialogProps & { call: (typeof plainCalls)[keyof typeof plainCalls] }) {
  const act = useInvoiceAct(call, shared)
  return <PlainDialog {...shared} act={act} onSubmit={() => act.mutate(targetOf(one))} />
}

function ReasonActDialog({ one, call, usual, ...shared }: StepDialogProps & (typeof reasonCalls)[keyof typeof reasonCalls]) {
  const act = useInvoiceAct(call, shared)
  return <ReasonDialog {...shared} usual={usual} act={act} onSubmit={reason => act.mutate({ ...targetOf(one), reason })} />
}
