import type { InvoiceBasis } from '#contract/invoicing/invoice-state.ts'
import { specialStates } from '#contract/invoicing/invoice-title.ts'
import { tagged } from '#ui/display/StateTag.tsx'

export const invoiceBaseNames: Record<InvoiceBasis, string> = { orders: '按订单', bills: '按账单', amount: '按金额' }

export const specialStateTags = tagged(specialStates, {
  none: 'ended',
  reviewing: 'waiting',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'ended',
  superseded: 'ended',
})

/** Names of products on invoices. */
export const invoiceProductNames = { sms: '短信', link: '短链接' } as const
