import { sql } from 'kysely'
import type { ConfirmState, InvoiceStep, ReversalReason, ReversalState } from '#contract/invoicing/invoice-state.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import type { PrivateFile } from '#domain/documents/index.ts'
import { placeText } from '#values/division.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { invoiceColumns, invoiceJoins, presentInvoice, type QueuedInvoice } from './admin-invoice-queue.ts'
import { filesOf } from './detail.ts'
import { readSeller, type Seller } from './seller.ts'
import { readTitleVersion, type TitleVersion } from './title.ts'

interface InvoiceLine {
  product: 'sms' | 'link'
  itemName: string
  categoryCode: string | null
  grossHao: number
  netHao: number
  taxHao: number
}
interface InvoiceReversal {
  reasonCode: ReversalReason
  note: string
  state: ReversalState
  confirmNumber: string | null
  confirmState: ConfirmState | null
  deadlineAt: Date | null
  creditNoteNumber: string | null
  answer: string | null
  askedAt: Date
}
export interface InvoiceDetail extends QueuedInvoice {
  remark: string
  emails: string[]
  title: TitleVersion
  seller: Seller | null
  lines: InvoiceLine[]
  address: { recipient: string; phone: string; text: string } | null
  shipment: { courier: string; trackingNumber: string; shippedTo: string; shippedAt: Date; signedAt: Date | null } | null
  files: (PrivateFile & { isCreditNote: boolean })[]
  reversals: InvoiceReversal[]
  events: { step: InvoiceStep; note: string | null; by: string; at: Date }[]
  replaces: string | null
}

/** Everything that staff need to issue one invoice. Refuses `not_found`. */
export async function readInvoiceForStaff(executor: Executor, account: AccountId, requestId: string): Promise<InvoiceDetail> {
  const row = await executor
    .selectFrom('invoiceRequest')
    .selectAll()
    .where('accountId', '=', account)
    .where('requestId', '=', requestId)
    .executeTakeFirst()
  if (!row) refuse('not_found')
  const { rows } = await sql<Parameters<typeof presentInvoice>[0]>`
    select ${invoiceColumns} from ${invoiceJoins} where request.account_id = ${account} and request.request_id = ${requestId}`.execute(
    executor,
  )
  const { courier, trackingNumber, shippedTo, shippedAt, signedAt } = row
  return {
    ...presentInvoice(firstOrThrow(rows)),
    ...{ remark: row.remark, emails: row.emails },
    title: await readTitleVersion(executor, account, row.titleVersionId),
    seller: await readSeller(executor),
    lines: await linesOf(executor, account, requestId),
    address: row.addressId ? await addressOf(executor, account, row.addressId) : null,
    shipment: courier && trackingNumber && shippedTo && shippedAt ? { courier, trackingNumber, shippedTo, shippedAt, signedAt } : null,
    files: await filesOf(executor, account, requestId),
    reversals: await reversalsOf(executor, account, requestId),
    events: await eventsOf(executor, account, requestId),
    replaces: row.replacesId ? await numberOf(executor, account, row.replacesId) : null,
  }
}

async function linesOf(executor: Executor, account: AccountId, requestId: string): Promise<InvoiceLine[]> {
  const rows = await executor
    .selectFrom('invoiceLine')
    .selectAll()
    .where('accountId', '=', account)
    .where('requestId', '=', requestId)
    .orderBy('line')
    .execute()
  return rows.map(row => ({
    ...{ product: row.product, itemName: row.itemName, categoryCode: row.categoryCode },
    ...{ grossHao: row.grossHao, netHao: row.netHao, taxHao: row.taxHao },
  }))
}

/** An address, also one deleted after its last use. */
export async function addressOf(executor: Executor, account: AccountId, addressId: string) {
  const row = await executor
    .selectFrom('invoiceAddress')
    .selectAll()
    .where('accountId', '=', account)
    .where('addressId', '=', addressId)
    .executeTakeFirst()
  if (!row) return null
  const postcode = row.postcode ? `（${row.postcode}）` : ''
  return { recipient: row.recipient, phone: row.phone, text: placeText(row) + row.street + row.detail + postcode }
}

async function reversalsOf(executor: Executor, account: AccountId, requestId: string): Promise<InvoiceReversal[]> {
  const rows = await executor
    .selectFrom('invoiceReversal')
    .selectAll()
    .where('accountId', '=', account)
    .where('requestId', '=', requestId)
    .orderBy('askedAt', 'desc')
    .execute()
  return rows.map(row => ({
    ...{ reasonCode: row.reasonCode, note: row.note, state: row.state },
    ...{ confirmNumber: row.confirmNumber, confirmState: row.confirmState, deadlineAt: row.deadlineAt },
    ...{ creditNoteNumber: row.creditNoteNumber, answer: row.answer, askedAt: row.askedAt },
  }))
}

async function eventsOf(executor: Executor, account: AccountId, requestId: string) {
  const { rows } = await sql<{ step: InvoiceStep; note: string | null; by: string; at: Date }>`
    select event.step, event.note, event.at,
      case when event.staff_id is not null then coalesce(staff.name, '员工') when event.member_id is not null then coalesce(member.name, '客户') else '系统' end as by
    from invoice_event as event
    left join staff on staff.staff_id = event.staff_id
    left join member on member.account_id = event.account_id and member.member_id = event.member_id
    where event.account_id = ${account} and event.request_id = ${requestId} order by event.event_id`.execute(executor)
  return rows
}

async function numberOf(executor: Executor, account: AccountId, requestId: string): Promise<string | null> {
  const row = await executor
    .selectFrom('invoiceRequest')
    .select('invoiceNumber')
    .where('accountId', '=', account)
    .where('requestId', '=', requestId)
    .executeTakeFirst()
  return row?.invoiceNumber ?? null
}
