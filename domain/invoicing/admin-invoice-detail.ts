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
  endedAt: Date | null
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
    .selectFrom('invoice_request')
    .selectAll()
    .where('account_id', '=', account)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  if (!row) refuse('not_found')
  const { rows } = await sql<Parameters<typeof presentInvoice>[0]>`
    select ${invoiceColumns} from ${invoiceJoins} where request.account_id = ${account} and request.request_id = ${requestId}`.execute(
    executor,
  )
  const { courier, tracking_number, shipped_to, shipped_at, signed_at } = row
  return {
    ...presentInvoice(firstOrThrow(rows)),
    ...{ remark: row.remark, emails: row.emails },
    title: await readTitleVersion(executor, account, row.title_version_id),
    seller: await readSeller(executor),
    lines: await linesOf(executor, account, requestId),
    address: row.address_id ? await addressOf(executor, account, row.address_id) : null,
    shipment:
      courier && tracking_number && shipped_to && shipped_at
        ? { courier, trackingNumber: tracking_number, shippedTo: shipped_to, shippedAt: shipped_at, signedAt: signed_at }
        : null,
    files: await filesOf(executor, account, requestId),
    reversals: await reversalsOf(executor, account, requestId),
    events: await eventsOf(executor, account, requestId),
    replaces: row.replaces_id ? await numberOf(executor, account, row.replaces_id) : null,
  }
}

async function linesOf(executor: Executor, account: AccountId, requestId: string): Promise<InvoiceLine[]> {
  const rows = await executor
    .selectFrom('invoice_line')
    .selectAll()
    .where('account_id', '=', account)
    .where('request_id', '=', requestId)
    .orderBy('line')
    .execute()
  return rows.map(row => ({
    ...{ product: row.product, itemName: row.item_name, categoryCode: row.category_code },
    ...{ grossHao: row.gross_hao, netHao: row.net_hao, taxHao: row.tax_hao },
  }))
}

/** An address, also one deleted after its last use. */
export async function addressOf(executor: Executor, account: AccountId, addressId: string) {
  const row = await executor
    .selectFrom('invoice_address')
    .selectAll()
    .where('account_id', '=', account)
    .where('address_id', '=', addressId)
    .executeTakeFirst()
  if (!row) return null
  const postcode = row.postcode ? `（${row.postcode}）` : ''
  return { recipient: row.recipient, phone: row.phone, text: placeText(row) + row.street + row.detail + postcode }
}

async function reversalsOf(executor: Executor, account: AccountId, requestId: string): Promise<InvoiceReversal[]> {
  const rows = await executor
    .selectFrom('invoice_reversal')
    .selectAll()
    .where('account_id', '=', account)
    .where('request_id', '=', requestId)
    .orderBy('asked_at', 'desc')
    .execute()
  return rows.map(row => ({
    ...{ reasonCode: row.reason_code, note: row.note, state: row.state },
    ...{ confirmNumber: row.confirm_number, confirmState: row.confirm_state, deadlineAt: row.deadline_at },
    ...{ creditNoteNumber: row.credit_note_number, answer: row.answer, askedAt: row.asked_at, endedAt: row.ended_at },
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
    .selectFrom('invoice_request')
    .select('invoice_number')
    .where('account_id', '=', account)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return row?.invoice_number ?? null
}
