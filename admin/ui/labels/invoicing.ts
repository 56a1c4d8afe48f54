import type { InvoiceView } from '#contract/invoicing/admin-invoice.ts'

export const invoiceViewNames: Record<InvoiceView, string> = {
  reviewing: '待审核',
  issuing: '开票中',
  failed: '开票失败',
  reversing: '红冲',
  unsent: '待寄出',
  sent: '待签收',
  all: '全部',
}
