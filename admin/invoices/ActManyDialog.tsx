import { BulkDialog, type BulkProps } from '#admin/ui/BulkDialog.tsx'
import style from '#admin/ui/Tables.module.css'
import { adminInvoiceCalls } from '#contract/invoicing/admin-invoice.ts'
import { useAct } from '#ui/call.ts'
import { Money } from '#ui/display/Money.tsx'
import { isKeyOf } from '#values/keys.ts'
import { actWords, type ManyAct, plainCalls, reasonCalls } from './acts.ts'
import { type InvoiceRow, invoiceAnswers, targetOf } from './invoice.ts'

/** One act on several invoices of a queue; the refusing ones with one reason for all. */
export function ActManyDialog({ act, ...bulk }: BulkProps<InvoiceRow> & { act: ManyAct }) {
  const words = actWords[act]
  const refusing = isKeyOf(reasonCalls, act) ? reasonCalls[act] : null
  const refuse = useAct(refusing?.call ?? adminInvoiceCalls.reject)
  const plain = useAct(isKeyOf(plainCalls, act) ? plainCalls[act] : adminInvoiceCalls.take)
  return (
    <BulkDialog
      {...bulk}
      title={`${words.name}：${bulk.rows.length} 张发票`}
      okText={words.name}
      isDanger={'isDanger' in words}
      nameOf={row => `${row.requestNumber} ${row.titleName}`}
      act={(row, reason) => (refusing ? refuse.mutateAsync({ ...targetOf(row), reason }) : plain.mutateAsync(targetOf(row)))}
      answers={invoiceAnswers}
      {...(refusing
        ? {
            reason: {
              rule: adminInvoiceCalls.reject.input.shape.reason,
              label: '原因',
              hint: '每个客户都会看到这段原因。',
              usual: refusing.usual,
            },
          }
        : {})}
    >
      <p>{words.text}</p>
      <ul className={style.each} aria-label={`要${words.name}的发票`}>
        {bulk.rows.map(row => (
          <li key={row.requestId}>
            <b>{row.titleName}</b> <Money hao={row.grossHao} />（{row.requestNumber}，{row.accountName}）
          </li>
        ))}
      </ul>
    </BulkDialog>
  )
}
