import { invoiceCalls } from '#contract/invoicing/invoice.ts'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { formatYuan } from '#values/money.ts'
import { type Invoice, type InvoiceAct, invoiceAnswers } from './invoice.ts'
import { ReversalDialog } from './ReversalDialog.tsx'

interface ActDialogProps {
  act: InvoiceAct
  row: Invoice
  onClose: () => void
}

/** Confirmation of an act on an invoice. */
export function InvoiceActDialog({ act, row, onClose }: ActDialogProps) {
  if (act === 'requestReversal') return <ReversalDialog row={row} onClose={onClose} />
  return <PlainAct act={act} row={row} onClose={onClose} />
}

const words = {
  withdraw: {
    title: '撤销发票申请',
    ok: '撤销申请',
    text: (row: Invoice) => `撤销后，${formatYuan(row.grossHao)} 退回可开票金额，可以重新申请。`,
    call: invoiceCalls.withdraw,
    done: '申请已撤销，金额已退回可开票',
  },
  resend: {
    title: '重发邮件',
    ok: '重发',
    text: (row: Invoice) => `发票 ${row.invoiceNumber} 及其文件会再次发送到申请时选择的邮箱。`,
    call: invoiceCalls.resend,
    done: '邮件已重新发送',
  },
  withdrawReversal: {
    title: '撤销红冲申请',
    ok: '撤销红冲申请',
    text: () => '撤销后发票继续有效。',
    call: invoiceCalls.withdrawReversal,
    done: '红冲申请已撤销',
  },
} as const

function PlainAct({ act, row, onClose }: ActDialogProps & { act: Exclude<InvoiceAct, 'requestReversal'> }) {
  const { title, ok, text, call, done } = words[act]
  const doing = useDialogAct(call, { invalidates: invoiceAnswers, done, onClose })
  return (
    <AskDialog title={title} okText={ok} act={doing} onOk={() => doing.mutate({ requestId: row.requestId })} onClose={onClose}>
      <p>{text(row)}</p>
    </AskDialog>
  )
}
