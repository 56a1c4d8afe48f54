import { sql } from 'kysely'
import { type InvoiceState, invoiceStates } from '#contract/invoicing/invoice-state.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import { type AdminSearchSource, noteOf, type SearchSource } from '#domain/search-source/index.ts'
import { type AccountId, encodeId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'

interface Row {
  requestId: string
  requestNumber: string
  invoiceNumber: string | null
  grossHao: number
  state: InvoiceState
}
const columns = sql`request.request_id, request.request_number, request.invoice_number, request.gross_hao, request.state`
const titleOf = ({ requestNumber, invoiceNumber }: Row) => invoiceNumber ?? requestNumber
const noteText = ({ grossHao, state }: Row) => noteOf(formatYuan(grossHao), invoiceStates[state])

/** Invoices by the whole number of the invoice or its request. */
export const invoiceSearch: SearchSource = {
  kind: 'invoice',
  permission: 'invoice.read',
  find: async (executor, account, { text, most }) => {
    const { rows } = await sql<Row>`
      select ${columns} from invoice_request as request
      where request.account_id = ${account} and (request.request_number = ${text} or request.invoice_number = ${text})
      order by request.request_id desc limit ${most}`.execute(executor)
    return rows.map(row => ({
      title: titleOf(row),
      note: noteText(row),
      path: `/system/finance/invoice?id=${encodeId('invoice', row.requestId)}`,
    }))
  },
}

/** Invoices of all customers, likewise. */
export const adminInvoiceSearch: AdminSearchSource = {
  kind: 'invoice',
  permission: 'invoice.manage',
  find: async (executor, { text, most }) => {
    const { rows } = await sql<Row & { accountId: AccountId; accountName: string }>`
      select ${columns}, request.account_id, ${shownAccountName} as "accountName" -- across accounts: staff look for an invoice
      from invoice_request as request join account on account.account_id = request.account_id
      where request.request_number = ${text} or request.invoice_number = ${text}
      order by request.request_id desc limit ${most}`.execute(executor)
    return rows.map(row => ({
      title: titleOf(row),
      note: noteOf(row.accountName, noteText(row)),
      path: `/invoices?view=all&account=${encodeId('account', row.accountId)}&id=${encodeId('invoice', row.requestId)}`,
    }))
  },
}
