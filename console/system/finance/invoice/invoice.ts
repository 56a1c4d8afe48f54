import type { CallAnswerWire } from '#contract/call.ts'
import { invoiceCalls } from '#contract/invoicing/invoice.ts'
import type { CallTarget } from '#ui/call.ts'
import type { Tone } from '#ui/display/StateTag.tsx'
import { invoiceStateTags, reversalStateTags } from '#ui/labels/invoicing.ts'

export type Invoice = CallAnswerWire<typeof invoiceCalls.list>['rows'][number]
export type InvoiceDetailFacts = CallAnswerWire<typeof invoiceCalls.one>
export type InvoiceAct = 'withdraw' | 'resend' | 'requestReversal' | 'withdrawReversal'

/** Answers that a request, or a change of its state, outdates. */
export const invoiceAnswers: readonly CallTarget[] = [invoiceCalls.list, invoiceCalls.one, invoiceCalls.figures, invoiceCalls.sources]

/** The state of an invoice in one word: with shipment or credit note where these are pending. */
export function stateOf(row: Pick<Invoice, 'state' | 'reversalState' | 'medium' | 'shippedAt' | 'signedAt'>): { name: string; tone: Tone } {
  if (row.state === 'reversing' && row.reversalState) {
    const { name, tone } = reversalStateTags[row.reversalState]
    return { name: `红冲${name}`, tone }
  }
  if (row.state === 'issued' && row.medium === 'paper') {
    if (row.signedAt) return { name: '已签收', tone: 'good' }
    return row.shippedAt ? { name: '已寄出', tone: 'progress' } : { name: '待寄出', tone: 'waiting' }
  }
  return invoiceStateTags[row.state]
}

/** `2026-11` as displayed. */
export const monthText = (month: string): string => `${month.slice(0, 4)}年${Number(month.slice(5))}月`
