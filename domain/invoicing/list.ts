import { sql } from 'kysely'
import type { InvoiceBasis, InvoiceKindName, InvoiceMedium, InvoiceState, ReversalState } from '#contract/invoicing/invoice-state.ts'
import type { Executor } from '#db/connect.ts'

import type { AccountId } from '#values/id.ts'
import { pageOf } from '#values/page.ts'

export interface InvoiceFilter {
  state?: InvoiceState | undefined
  kind?: InvoiceKindName | undefined
  medium?: InvoiceMedium | undefined
  titleId?: string | undefined
  /** A complete number, of the request or the invoice. */
  number?: string | undefined
  /** By the time of the request. */
  from?: Date | undefined
  until?: Date | undefined
  leastHao?: number | undefined
  maxHao?: number | undefined
}

export interface InvoiceRow {
  requestId: string
  requestNumber: string
  askedAt: Date
  titleName: string
  kind: InvoiceKindName
  medium: InvoiceMedium
  basis: InvoiceBasis
  rateBp: number
  grossHao: number
  taxHao: number
  state: InvoiceState
  /** Of the last requested credit note. */
  reversalState: ReversalState | null
  reason: string | null
  invoiceNumber: string | null
  issuedAt: Date | null
  courier: string | null
  trackingNumber: string | null
  shippedAt: Date | null
  signedAt: Date | null
  fileCount: number
}

/** The columns of a row, from `invoice_request as request`. */
export const rowColumns = (account: AccountId) => sql`
  request.request_id as "requestId", request.request_number, request.asked_at, title.name as "titleName", request.kind,
  request.medium, request.basis, request.rate_bp, request.gross_hao, request.tax_hao, request.state,
  (select state from invoice_reversal as red where red.account_id = ${account} and red.request_id = request.request_id
    order by asked_at desc, reversal_id desc limit 1) as "reversalState", request.reason, request.invoice_number, request.issued_at, request.courier,
  request.tracking_number, request.shipped_at, request.signed_at,
  (select count(*) from invoice_file as file where file.account_id = ${account} and file.request_id = request.request_id) as "fileCount"`

/** Invoices and requests of an account, the newest first. `cursor`: the last id of the previous page. */
export async function listInvoices(
  executor: Executor,
  account: AccountId,
  { cursor, pageSize, ...filter }: InvoiceFilter & { cursor?: string | undefined; pageSize: number },
) {
  const { rows } = await sql<InvoiceRow>`
    select ${rowColumns(account)}
    from invoice_request as request
    join invoice_title_version as title on title.account_id = ${account} and title.version_id = request.title_version_id
    where request.account_id = ${account}
      ${filter.state ? sql`and request.state = ${filter.state}` : sql``}
      ${filter.kind ? sql`and request.kind = ${filter.kind}` : sql``}
      ${filter.medium ? sql`and request.medium = ${filter.medium}` : sql``}
      ${filter.titleId ? sql`and title.title_id = ${filter.titleId}` : sql``}
      ${filter.number ? sql`and (request.request_number = ${filter.number} or request.invoice_number = ${filter.number})` : sql``}
      ${filter.from ? sql`and request.asked_at >= ${filter.from}` : sql``}
      ${filter.until ? sql`and request.asked_at < ${filter.until}` : sql``}
      ${filter.leastHao !== undefined ? sql`and request.gross_hao >= ${filter.leastHao}` : sql``}
      ${filter.maxHao !== undefined ? sql`and request.gross_hao <= ${filter.maxHao}` : sql``}
      ${cursor ? sql`and request.request_id < ${cursor}` : sql``}
    order by request.request_id desc limit ${pageSize + 1}`.execute(executor)
  return pageOf(rows, pageSize, row => row.requestId)
}
