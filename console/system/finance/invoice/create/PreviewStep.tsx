import { Money } from '#ui/display/Money.tsx'
import layout from '#ui/theme/layout.module.css'
import { rateText } from '#values/tax.ts'
import style from '../Invoice.module.css'
import { Items } from '../InvoiceDetail.tsx'
import { PrintedInvoice } from '../PrintedInvoice.tsx'
import type { InvoiceForm } from './form.ts'

/** Preview of every invoice with its items. */
export function PreviewStep({ form: { preview, draft, title } }: { form: InvoiceForm }) {
  if (!preview) return null
  const count = preview.invoices.length
  return (
    <div className={`${layout.stack16} ${layout.one}`}>
      {count > 1 ? (
        <p className={style.note}>
          一张发票只能有一种税率，且不超过单张限额 <Money hao={preview.seller.limitHao} />
          ，因此自动拆成 {count} 张。
        </p>
      ) : null}
      {preview.invoices.map((invoice, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: planned invoices have no other identity.
        <section key={place} className={style.part} aria-label={`第${place + 1}张发票`}>
          {count > 1 ? (
            <h3>
              第 {place + 1} 张 · 税率 {rateText(invoice.rateBp)} · <Money hao={invoice.grossHao} />
            </h3>
          ) : null}
          <PrintedInvoice
            facts={{
              ...{ ...invoice, kind: draft.kind, remark: draft.remark, invoiceNumber: null, issuedOn: null, seller: preview.seller },
              buyer: title,
            }}
          />
          <details>
            <summary>开票内容（{invoice.items.length} 项）</summary>
            <Items items={invoice.items} totalHao={invoice.grossHao} />
          </details>
        </section>
      ))}
    </div>
  )
}
