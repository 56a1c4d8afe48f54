import { useEffect, useState } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { type InvoiceChoice, invoiceCalls } from '#contract/invoicing/invoice.ts'
import { invoiceAddressCalls, invoiceEmailCalls } from '#contract/invoicing/invoice-delivery.ts'
import type { InvoiceBasis, InvoiceKindName, InvoiceMedium } from '#contract/invoicing/invoice-state.ts'
import { invoiceTitleCalls } from '#contract/invoicing/invoice-title.ts'
import { amountRule } from '#contract/rules.ts'
import { useCall } from '#ui/call.ts'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { recall, remember } from '#ui/remembered.ts'
import { useSettledText } from '#ui/settled.ts'
import { useUrlState } from '#ui/url-state.ts'

export type Sources = CallAnswerWire<typeof invoiceCalls.sources>

export interface Draft {
  basis: InvoiceBasis
  orderIds: readonly string[]
  months: readonly string[]
  amount: string
  kind: InvoiceKindName
  medium: InvoiceMedium
  titleId: string | null
  /** Null: the verified default, or the only one. */
  emailIds: readonly string[] | null
  addressId: string | null
  remark: string
}

/** Name of the request in progress, which this tab keeps while one visits titles and mailboxes. */
export const draftName = 'invoice.request'

/** The request in progress, with the server's preview. Orders and months in the address begin another one. */
export function useInvoiceForm() {
  const [{ order, month }] = useUrlState({ order: '', month: '' })
  const [draft, setDraft] = useState<Draft>(() => ({
    basis: order ? 'orders' : month ? 'bills' : 'amount',
    orderIds: order ? order.split(',') : [],
    months: month ? month.split(',') : [],
    ...{ amount: '', kind: 'ordinary', medium: 'electronic', titleId: null, emailIds: null, addressId: null, remark: '' },
    ...(order || month ? null : recall<Draft>(draftName, sessionStorage)),
  }))
  useEffect(() => remember(draftName, draft, sessionStorage), [draft])
  const sources = useCall(invoiceCalls.sources, {})
  const figures = useCall(invoiceCalls.figures, {})
  const titles = useCall(invoiceTitleCalls.list, {})
  const emails = useCall(invoiceEmailCalls.list, {})
  const addresses = useCall(invoiceAddressCalls.list, {}, { enabled: draft.medium === 'paper' })
  const choice = choiceOf(draft)
  const settled = useSettledText(JSON.stringify(choice))
  const preview = useCall(
    invoiceCalls.preview,
    { choice: JSON.parse(settled) as InvoiceChoice },
    { enabled: settled !== 'null', staleTimeMs: 0 },
  )
  const isSettled = settled === JSON.stringify(choice)
  const verified = (emails.data?.rows ?? []).filter(one => one.verifiedAt !== null)
  const emailIds = draft.emailIds ?? verified.filter(one => one.isDefault || verified.length === 1).map(one => one.emailId)
  const title = titles.data?.rows.find(one => (draft.titleId === null ? one.isDefault : one.titleId === draft.titleId)) ?? null
  return {
    draft: { ...draft, emailIds, titleId: title?.titleId ?? null },
    change: (next: Partial<Draft>) => setDraft(current => ({ ...current, ...next })),
    choice,
    title,
    verified,
    figures: figures.data,
    sources,
    titles,
    emails,
    addresses,
    /** Null while nothing is chosen or the choice is still being typed. */
    preview: choice && isSettled && !preview.error ? (preview.data ?? null) : null,
    refusal: choice && isSettled ? preview.error : null,
  }
}
export type InvoiceForm = ReturnType<typeof useInvoiceForm>

function choiceOf({ basis, orderIds, months, amount }: Draft): InvoiceChoice | null {
  if (basis === 'orders') return orderIds.length > 0 ? { basis, orderIds: [...orderIds] } : null
  if (basis === 'bills') return months.length > 0 ? { basis, months: [...months] } : null
  return ruleMessage(amountRule, amount) === null ? { basis, amount } : null
}

/** Why the first step isn't complete; null when it is. */
export function sourceMissing({ draft, choice, preview, refusal, figures }: InvoiceForm): string | null {
  if (draft.basis === 'amount' && figures?.invoiceableHao === 0) return '没有可开票的金额'
  if (!choice) return { orders: '请选择订单', bills: '请选择账单', amount: '请填写金额' }[draft.basis]
  if (refusal) return refusal.message
  return preview ? null : '正在计算…'
}

/** Why the second step isn't complete; null when it is. */
export function deliveryMissing({ draft, title }: InvoiceForm): string | null {
  if (!title) return '请选择抬头'
  if (draft.kind === 'special' && title.approvedVersionId === null) return '该抬头还不能开专票'
  if (draft.medium === 'paper') return draft.addressId ? null : '请选择收件地址'
  return draft.emailIds.length > 0 ? null : '请选择收票邮箱'
}
