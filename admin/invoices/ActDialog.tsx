import { adminInvoiceCalls, invoiceFailReasons, invoiceRejectReasons, reversalRefuseReasons } from '#contract/invoicing/admin-invoice.ts'
import { type ActName, actWords } from './acts.ts'
import { FilesDialog } from './FilesDialog.tsx'
import { type InvoiceOne, targetOf } from './invoice.ts'
import { PlainDialog, useInvoiceAct } from './PlainDialog.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { ConfirmationDialog, ExpireDialog, ShipDialog } from './StepDialogs.tsx'

/** The dialog of one act; it explains the effect and keeps the server's refusal in view. */
export function ActDialog({ one, act, onClose }: { one: InvoiceOne; act: ActName; onClose: () => void }) {
  const shared = { words: actWords[act], onClose }
  const take = useInvoiceAct(adminInvoiceCalls.take, shared)
  const resend = useInvoiceAct(adminInvoiceCalls.resend, shared)
  const sign = useInvoiceAct(adminInvoiceCalls.sign, shared)
  const confirm = useInvoiceAct(adminInvoiceCalls.confirmReversal, shared)
  const fail = useInvoiceAct(adminInvoiceCalls.fail, shared)
  const reject = useInvoiceAct(adminInvoiceCalls.reject, shared)
  const refuse = useInvoiceAct(adminInvoiceCalls.refuseReversal, shared)
  const target = targetOf(one)
  if (act === 'take') return <PlainDialog {...shared} act={take} onSubmit={() => take.mutate(target)} />
  if (act === 'resend') return <PlainDialog {...shared} act={resend} onSubmit={() => resend.mutate(target)} />
  if (act === 'sign') return <PlainDialog {...shared} act={sign} onSubmit={() => sign.mutate(target)} />
  if (act === 'confirm') return <PlainDialog {...shared} act={confirm} onSubmit={() => confirm.mutate(target)} />
  if (act === 'fail')
    return <ReasonDialog {...shared} usual={invoiceFailReasons} act={fail} onSubmit={reason => fail.mutate({ ...target, reason })} />
  if (act === 'reject')
    return <ReasonDialog {...shared} usual={invoiceRejectReasons} act={reject} onSubmit={reason => reject.mutate({ ...target, reason })} />
  if (act === 'refuse')
    return <ReasonDialog {...shared} usual={reversalRefuseReasons} act={refuse} onSubmit={reason => refuse.mutate({ ...target, reason })} />
  if (act === 'ship') return <ShipDialog one={one} {...shared} />
  if (act === 'start') return <ConfirmationDialog one={one} {...shared} />
  if (act === 'lapse') return <ExpireDialog one={one} {...shared} />
  return <FilesDialog one={one} isCreditNote={act === 'reverse'} {...shared} />
}
