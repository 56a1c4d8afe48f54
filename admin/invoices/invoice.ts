import { staffFileReading, staffFileRoute } from '#contract/account/private-file.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { adminInvoiceCalls, invoicePreviewRoute } from '#contract/invoicing/admin-invoice.ts'
import { queryString } from '#ui/call.ts'
import { sendFileTo } from '#ui/file-route.ts'

export type InvoiceRow = CallAnswerWire<typeof adminInvoiceCalls.queue>['rows'][number]
export type InvoiceOne = CallAnswerWire<typeof adminInvoiceCalls.one>
export type Queues = CallAnswerWire<typeof adminInvoiceCalls.queue>['counts']

/** Answers that an act on an invoice outdates. */
export const invoiceAnswers = [adminInvoiceCalls.queue, adminInvoiceCalls.one]

export const targetOf = ({ accountId, requestId }: InvoiceRow) => ({ accountId, requestId })
export const rateText = (rateBp: number) => `${rateBp / 100}%`

/** Uploads a file of an invoice, or throws a CallError. */
export const sendInvoiceFile = (accountId: string, file: File) => sendFileTo(staffFileRoute, file, { purpose: 'invoice', accountId })

export const fileAddress = (accountId: string, fileId: string) => staffFileReading.path + queryString({ accountId, fileId, size: 'whole' })
export const previewAddress = (row: InvoiceRow) => invoicePreviewRoute.path + queryString(targetOf(row))

const hourMs = 3_600_000
/** `3小时` of waiting, amber when late: after a working day for a queue, in the last day of a deadline. */
export function waitOf(since: string, now: number): { text: string; isLong: boolean } {
  const hours = Math.floor((now - Date.parse(since)) / hourMs)
  return { text: hours < 1 ? '不到1小时' : hours < 48 ? `${hours}小时` : `${Math.floor(hours / 24)}天`, isLong: hours >= 24 }
}

/** `还剩 41小时` until the buyer's deadline. */
export function clockOf(deadlineAt: string, now: number): { text: string; isLate: boolean } {
  const leftMs = Date.parse(deadlineAt) - now
  if (leftMs <= 0) return { text: '已超时', isLate: true }
  const hours = Math.floor(leftMs / hourMs)
  return { text: hours < 1 ? '还剩不到1小时' : `还剩 ${hours} 小时`, isLate: hours < 24 }
}
