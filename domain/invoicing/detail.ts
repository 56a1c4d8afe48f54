import { sql } from 'kysely'
import type { ConfirmState, InvoiceKindName, InvoiceStep, ReversalReason, ReversalState } from '#contract/invoicing/invoice-state.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { type PrivateFile, readPrivateFiles } from '#domain/documents/index.ts'
import type { Product } from '#domain/ledger/index.ts'
import type { AccountId } from '#values/id.ts'
import { type InvoiceRow, rowColumns } from './list.ts'
import { readSeller } from './seller.ts'
import { readTitleVersion } from './title.ts'

/** A line of an invoice's timeline. */
export interface InvoiceEvent {
  step: InvoiceStep
  note: string | null
  /** The acting member of the account; customers don't see the names of staff. */
  memberName: string | null
  at: Date
}

export interface Reversal {
  reversalId: string
  reason: ReversalReason
  note: string
  replace: { titleName: string; kind: InvoiceKindName } | null
  state: ReversalState
  confirmNumber: string | null
  confirmState: ConfirmState | null
  deadlineAt: Date | null
  creditNoteNumber: string | null
  answer: string | null
  askedAt: Date
}

/** One invoice with its lines, items and timeline. Refuses `not_found`. */
export async function readInvoice(executor: Executor, account: AccountId, requestId: string) {
  const { rows } = await sql<InvoiceRow & Extra>`
    select ${rowColumns(account)}, request.net_hao, request.title_version_id as "versionId", request.emails, request.remark,
      request.address_id, request.replaces_id, request.batch_id,
      (select name from member where member.account_id = ${account} and member.member_id = request.member_id) as "memberName",
      (select request_id from invoice_request as next where next.account_id = ${account} and next.replaces_id = request.request_id
        order by request_id limit 1) as "replacedById",
      (select count(*) from invoice_request as part where part.account_id = ${account} and part.batch_id = request.batch_id) as "batchCount"
    from invoice_request as request
    join invoice_title_version as title on title.account_id = ${account} and title.version_id = request.title_version_id
    where request.account_id = ${account} and request.request_id = ${requestId}`.execute(executor)
  const found = rows[0] ?? refuse('not_found')
  const { versionId, addressId, batchId: _batchId, ...row } = found
  return {
    ...row,
    title: await readTitleVersion(executor, account, versionId),
    seller: await readSeller(executor),
    address: addressId === null ? null : await addressOf(executor, account, addressId),
    lines: await linesOf(executor, account, requestId),
    items: await itemsOf(executor, account, requestId),
    events: await eventsOf(executor, account, requestId),
    reversals: await reversalsOf(executor, account, requestId),
    files: await filesOf(executor, account, requestId),
  }
}

interface Extra {
  netHao: number
  versionId: string
  emails: string[]
  remark: string
  addressId: string | null
  replacesId: string | null
  replacedById: string | null
  batchId: string
  batchCount: number
  memberName: string | null
}

async function addressOf(executor: Executor, account: AccountId, addressId: string) {
  const row = await executor
    .selectFrom('invoiceAddress')
    .select(['recipient', 'phone', 'province', 'city', 'district', 'street', 'detail'])
    .where('accountId', '=', account)
    .where('addressId', '=', addressId)
    .executeTakeFirstOrThrow()
  return { recipient: row.recipient, phone: row.phone, text: [row.province, row.city, row.district, row.street, row.detail].join('') }
}

/** The printed lines. */
async function linesOf(executor: Executor, account: AccountId, requestId: string) {
  const rows = await executor
    .selectFrom('invoiceLine')
    .select(['product', 'itemName', 'grossHao', 'netHao', 'taxHao'])
    .where('accountId', '=', account)
    .where('requestId', '=', requestId)
    .orderBy('line')
    .execute()
  return rows.map(row => ({ ...row, product: row.product }))
}

async function itemsOf(executor: Executor, account: AccountId, requestId: string) {
  const { rows } = await sql<{
    product: Product
    month: string
    orderId: string | null
    orderNumber: string | null
    name: string | null
    amountHao: number
  }>`
    select ledger_account.product, ledger_account.month, ledger_account.order_id, bought.order_number, bought.name, item.amount_hao
    from invoice_item as item
    join ledger_account on ledger_account.account_id = ${account} and ledger_account.ledger_account_id = item.ledger_account_id
    left join package_order as bought on bought.account_id = ${account} and bought.order_id = ledger_account.order_id
    where item.account_id = ${account} and item.request_id = ${requestId}
    order by item.amount_hao > 0, ledger_account.month, ledger_account.order_id is null, bought.paid_at`.execute(executor)
  return rows
}

async function eventsOf(executor: Executor, account: AccountId, requestId: string): Promise<InvoiceEvent[]> {
  const rows = await executor
    .selectFrom('invoiceEvent as event')
    .leftJoin('member', join => join.onRef('member.accountId', '=', 'event.accountId').onRef('member.memberId', '=', 'event.memberId'))
    .select(['event.step', 'event.note', 'event.at', 'member.name as memberName'])
    .where('event.accountId', '=', account)
    .where('event.requestId', '=', requestId)
    .orderBy('event.eventId')
    .execute()
  return rows.map(row => ({ ...row, step: row.step }))
}

/** Requested credit notes, the newest first. */
async function reversalsOf(executor: Executor, account: AccountId, requestId: string): Promise<Reversal[]> {
  const rows = await executor
    .selectFrom('invoiceReversal as red')
    .leftJoin('invoiceTitle as title', join =>
      join.onRef('title.accountId', '=', 'red.accountId').onRef('title.titleId', '=', 'red.replaceTitleId'),
    )
    .leftJoin('invoiceTitleVersion as version', join =>
      join.onRef('version.accountId', '=', 'title.accountId').onRef('version.versionId', '=', 'title.versionId'),
    )
    .selectAll('red')
    .select('version.name as titleName')
    .where('red.accountId', '=', account)
    .where('red.requestId', '=', requestId)
    .orderBy('red.askedAt', 'desc')
    .orderBy('red.reversalId', 'desc')
    .execute()
  return rows.map(row => ({
    ...{ reversalId: row.reversalId, reason: row.reasonCode, note: row.note, state: row.state },
    replace: row.replaceKind ? { titleName: row.titleName ?? '', kind: row.replaceKind } : null,
    ...{ confirmNumber: row.confirmNumber, confirmState: row.confirmState, deadlineAt: row.deadlineAt },
    ...{ creditNoteNumber: row.creditNoteNumber, answer: row.answer, askedAt: row.askedAt },
  }))
}

/** Files uploaded by staff: of the invoice, then of its credit note. */
export async function filesOf(
  executor: Executor,
  account: AccountId,
  requestId: string,
): Promise<(PrivateFile & { isCreditNote: boolean })[]> {
  const rows = await executor
    .selectFrom('invoiceFile')
    .select(['fileId', 'isCreditNote'])
    .where('accountId', '=', account)
    .where('requestId', '=', requestId)
    .orderBy('isCreditNote')
    .orderBy('fileId')
    .execute()
  const files = await readPrivateFiles(
    executor,
    account,
    rows.map(row => row.fileId),
  )
  return rows.flatMap(row => {
    const file = files.find(one => one.fileId === row.fileId)
    return file ? [{ ...file, isCreditNote: row.isCreditNote }] : []
  })
}
