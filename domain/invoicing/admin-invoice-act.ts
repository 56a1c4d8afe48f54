import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { readPrivateFile, readPrivateFileBytes } from '#domain/documents/index.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import type { Files } from '#domain/platform/index.ts'
import { chinaDay } from '#values/china-time.ts'
import { type AccountId, encodeId } from '#values/id.ts'
import { addressOf, type InvoiceDetail, readInvoiceForStaff } from './admin-invoice-detail.ts'
import { type Difference, invoiceDifferences } from './document-check.ts'
import { type InvoiceDocument, readInvoiceDocument } from './document-read.ts'
import { reverseInvoice } from './reversal.ts'
import { mailInvoice } from './send.ts'
import { issueInvoice, lockInvoice, moveInvoice, type StepBy } from './step.ts'

export interface CheckedDocument {
  document: InvoiceDocument | null
  differences: Difference[]
}

interface Typed {
  invoiceNumber: string | null
  issuedOn: string | null
  isCreditNote: boolean
}

/**
 * Parses an uploaded file and compares it with the request and the typed values. A PDF is stored without parsing.
 * Refuses `not_found`.
 */
export async function checkDocument(
  executor: Executor,
  files: Files,
  account: AccountId,
  { requestId, fileId, ...typed }: Typed & { requestId: string; fileId: string },
): Promise<CheckedDocument> {
  const invoice = await readInvoiceForStaff(executor, account, requestId)
  return heldAgainst(executor, files, account, invoice, fileId, typed)
}

async function heldAgainst(
  executor: Executor,
  files: Files,
  account: AccountId,
  invoice: InvoiceDetail,
  fileId: string,
  typed: Typed,
): Promise<CheckedDocument> {
  const file = await readPrivateFile(executor, account, fileId)
  if (file.purpose !== 'invoice') refuse('not_found')
  if (file.kind !== 'xml' && file.kind !== 'ofd') return { document: null, differences: [] }
  const document = await readInvoiceDocument(file.kind, await readPrivateFileBytes(files, account, fileId))
  if (!document) return { document, differences: [] }
  const { title, seller, netHao, taxHao, grossHao, kind } = invoice
  const expected = {
    ...typed,
    ...{ buyerName: title.name, buyerTaxNumber: title.taxNumber, sellerTaxNumber: seller?.taxNumber ?? null },
    ...{ netHao, taxHao, grossHao, isSpecial: kind === 'special' },
  }
  return { document, differences: invoiceDifferences(document, expected) }
}

/** Refuses `invoice_file_differs` if a file can't be the invoice. */
async function requireFitting(
  tx: Tx,
  files: Files,
  account: AccountId,
  invoice: InvoiceDetail,
  fileIds: readonly string[],
  typed: Typed,
): Promise<void> {
  for (const fileId of fileIds) {
    const { differences } = await heldAgainst(tx, files, account, invoice, fileId, typed)
    const fatal = differences.filter(one => one.isFatal)
    if (fatal.length > 0)
      refuse('invoice_file_differs', { what: fatal.map(one => `${one.name}应为${one.expected}，文件是${one.found}`).join('；') })
  }
}

interface Issue {
  requestId: string
  invoiceNumber: string
  /** A date, China time. */
  issuedOn: string
  fileIds: readonly string[]
}

/**
 * Records the invoice issued by the tax bureau: compares its files with the request and mails them to the customer.
 * Refuses `invoice_date_past`, `invoice_file_differs`, and like `issueInvoice`.
 */
export async function issueWithFiles(tx: Tx, files: Files, account: AccountId, issue: Issue, by: StepBy): Promise<void> {
  const { requestId, invoiceNumber, issuedOn, fileIds } = issue
  await lockInvoice(tx, account, requestId, 'issue')
  const invoice = await readInvoiceForStaff(tx, account, requestId)
  const today = chinaDay(by.now)
  if (issuedOn < chinaDay(invoice.askedAt) || issuedOn > today) refuse('invoice_date_past', {}, { issuedOn: '须在申请日期与今天之间' })
  await requireFitting(tx, files, account, invoice, fileIds, { invoiceNumber, issuedOn, isCreditNote: false })
  const issuedAt = issuedOn === today ? by.now : new Date(`${issuedOn}T12:00:00+08:00`)
  await issueInvoice(tx, account, requestId, { invoiceNumber, issuedAt, fileIds }, by)
  if (invoice.emails.length > 0) await mailInvoice(tx, files, account, requestId, by)
}

/**
 * Records an issued credit note (红字发票) after comparing its files with the invoice. Refuses like `reverseInvoice`, and
 * `invoice_file_differs`.
 */
export async function reverseWithFiles(
  tx: Tx,
  files: Files,
  account: AccountId,
  { requestId, creditNoteNumber, fileIds }: { requestId: string; creditNoteNumber: string; fileIds: readonly string[] },
  by: StepBy,
): Promise<void> {
  await lockInvoice(tx, account, requestId, 'reverse')
  const invoice = await readInvoiceForStaff(tx, account, requestId)
  await requireFitting(tx, files, account, invoice, fileIds, { invoiceNumber: creditNoteNumber, issuedOn: null, isCreditNote: true })
  await reverseInvoice(tx, account, requestId, { creditNoteNumber, fileIds }, by)
}

/**
 * Records that a paper invoice was sent; the shipment keeps the address used. Refuses `not_found`, `state_forbids`,
 * `invoice_address_gone`.
 */
export async function shipInvoice(
  tx: Tx,
  account: AccountId,
  { requestId, courier, trackingNumber }: { requestId: string; courier: string; trackingNumber: string },
  by: StepBy,
): Promise<void> {
  await lockInvoice(tx, account, requestId, 'ship')
  const row = await tx
    .selectFrom('invoiceRequest')
    .select(['medium', 'addressId', 'shippedAt', 'invoiceNumber'])
    .where('accountId', '=', account)
    .where('requestId', '=', requestId)
    .executeTakeFirstOrThrow()
  if (row.medium !== 'paper') refuse('state_forbids', { state: '电子发票', action: '寄出' })
  if (row.shippedAt) refuse('state_forbids', { state: '已寄出', action: '再次寄出' })
  const address = row.addressId ? await addressOf(tx, account, row.addressId) : null
  if (!address) refuse('invoice_address_gone')
  await moveInvoice(tx, account, requestId, {
    ...{ state: 'issued', step: 'shipped', note: `${courier} ${trackingNumber}`, by },
    set: { courier, trackingNumber, shippedTo: `${address.recipient} ${address.text}`, shippedAt: by.now },
  })
  await notifyAccount(tx, account, {
    kind: 'finance',
    title: '纸质发票已寄出',
    body: `发票${row.invoiceNumber}已由${courier}寄出，运单号${trackingNumber}`,
    link: `/system/finance/invoice?id=${encodeId('invoice', requestId)}`,
    now: by.now,
  })
}

/**
 * Records that the customer received it. Refuses `not_found`, and `state_forbids` if it was not sent or was received
 * before.
 */
export async function confirmInvoiceReceipt(tx: Tx, account: AccountId, requestId: string, by: StepBy): Promise<void> {
  await lockInvoice(tx, account, requestId, 'sign')
  const { shippedAt, signedAt } = await tx
    .selectFrom('invoiceRequest')
    .select(['shippedAt', 'signedAt'])
    .where('accountId', '=', account)
    .where('requestId', '=', requestId)
    .executeTakeFirstOrThrow()
  if (!shippedAt || signedAt) refuse('state_forbids', { state: signedAt ? '已签收' : '待寄出', action: '登记签收' })
  await moveInvoice(tx, account, requestId, { state: 'issued', step: 'signed', by, set: { signedAt: by.now } })
}
