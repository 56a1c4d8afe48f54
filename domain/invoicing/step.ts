import { sql } from 'kysely'
import { type InvoiceAct, type InvoiceState, type InvoiceStep, invoiceCan, invoiceStates } from '#contract/invoicing/invoice-state.ts'
import { refuse } from '#contract/refusals.ts'
import { accountRow } from '#db/account-row.ts'
import type { Tx } from '#db/connect.ts'
import { claimPrivateFiles } from '#domain/documents/index.ts'
import { bookTransfers, type InvoiceKind } from '#domain/ledger/index.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'

/** The actor of a step: a member of the account or of staff. */
export interface StepBy {
  memberId?: string
  staffId?: string
  now: Date
}

export interface LockedInvoice {
  requestId: string
  requestNumber: string
  state: InvoiceState
  rateBp: number
  grossHao: number
  invoiceNumber: string | null
}

const actNames: Record<InvoiceAct, string> = {
  withdraw: '撤销',
  requestReversal: '申请红冲',
  withdrawReversal: '撤销红冲申请',
  resend: '发送邮件',
  take: '受理',
  issue: '开具',
  fail: '登记失败',
  reject: '驳回',
  refuseReversal: '驳回红冲申请',
  startReversal: '登记红字确认单',
  confirmReversal: '登记确认',
  expireReversal: '登记失效',
  reverse: '红冲',
  ship: '寄出',
  sign: '登记签收',
}

/** The request, locked, if its state allows the act. Refuses `not_found`, `state_forbids`. */
export async function lockInvoice(tx: Tx, account: AccountId, requestId: string, act: InvoiceAct): Promise<LockedInvoice> {
  const row = await tx
    .selectFrom('invoiceRequest')
    .select(['requestNumber', 'state', 'rateBp', 'grossHao', 'invoiceNumber'])
    .where('accountId', '=', account)
    .where('requestId', '=', requestId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) refuse('not_found')
  const state = row.state
  if (!invoiceCan[act].some(one => one === state)) refuse('state_forbids', { state: invoiceStates[state], action: actNames[act] })
  return {
    ...{ requestId, state, requestNumber: row.requestNumber, rateBp: row.rateBp, grossHao: row.grossHao },
    invoiceNumber: row.invoiceNumber,
  }
}

/** Moves a locked request to another state, with a line in its timeline. */
export async function moveInvoice(
  tx: Tx,
  account: AccountId,
  requestId: string,
  { state, step, note, by, set = {} }: { state: InvoiceState; step: InvoiceStep; note?: string; by: StepBy; set?: Record<string, unknown> },
): Promise<void> {
  await tx
    .updateTable('invoiceRequest')
    .set({ ...set, state, changedAt: by.now })
    .where('accountId', '=', account)
    .where('requestId', '=', requestId)
    .execute()
  await recordStep(tx, account, requestId, { step, by, ...(note === undefined ? {} : { note }) })
}

/** Adds a line to the timeline. */
export async function recordStep(
  tx: Tx,
  account: AccountId,
  requestId: string,
  { step, note, by }: { step: InvoiceStep; note?: string; by: StepBy },
): Promise<void> {
  await tx
    .insertInto('invoiceEvent')
    .values({
      accountId: account,
      requestId,
      eventId: newId(),
      step,
      note: note ?? null,
      memberId: by.memberId ?? null,
      staffId: by.staffId ?? null,
      at: by.now,
    })
    .execute()
}

const ledgerAccountsOf = {
  request: ['available', 'held'],
  issue: ['held', 'spent'],
  return: ['held', 'available'],
  reverse: ['spent', 'available'],
} as const

/** Books a step's effect on the invoiceable amount. */
export async function bookInvoice(tx: Tx, account: AccountId, kind: InvoiceKind, invoice: LockedInvoice, now: Date): Promise<void> {
  const [from, to] = ledgerAccountsOf[kind]
  const ledgerAccount = (purpose: 'available' | 'held' | 'spent') => ({ purpose, grantId: null, rateBp: invoice.rateBp })
  await bookTransfers(tx, account, [
    {
      transferId: newId(),
      from: ledgerAccount(from),
      to: ledgerAccount(to),
      amount: invoice.grossHao,
      kind,
      referenceId: invoice.requestId,
      at: now,
    },
  ])
}

const pageOf = (requestId: string) => `/system/finance/invoice?id=${requestId}`
const notify = (tx: Tx, account: AccountId, { requestId }: LockedInvoice, title: string, body: string, now: Date) =>
  notifyAccount(tx, account, { kind: 'finance', title, body, link: pageOf(requestId), now })
const named = ({ requestNumber, grossHao }: LockedInvoice) => `发票申请${requestNumber}（${formatYuan(grossHao)}）`

/** The customer withdraws a request; its amount becomes invoiceable again. Refuses `not_found`, `state_forbids`. */
export async function withdrawInvoice(tx: Tx, account: AccountId, requestId: string, by: StepBy): Promise<void> {
  const invoice = await lockInvoice(tx, account, requestId, 'withdraw')
  await bookInvoice(tx, account, 'return', invoice, by.now)
  await moveInvoice(tx, account, requestId, { state: 'withdrawn', step: 'withdrawn', by })
}

/** Staff start issuing it, or retry after a failure. Refuses `not_found`, `state_forbids`. */
export async function startIssuing(tx: Tx, account: AccountId, requestId: string, by: StepBy): Promise<void> {
  await lockInvoice(tx, account, requestId, 'take')
  await moveInvoice(tx, account, requestId, { state: 'issuing', step: 'taken', by, set: { staffId: by.staffId ?? null, reason: null } })
}

/** The bureau rejected it; staff may retry. Refuses `not_found`, `state_forbids`. */
export async function failInvoice(tx: Tx, account: AccountId, requestId: string, reason: string, by: StepBy): Promise<void> {
  await lockInvoice(tx, account, requestId, 'fail')
  await moveInvoice(tx, account, requestId, { state: 'failed', step: 'failed', note: reason, by, set: { reason } })
}

/**
 * Staff reject it; its amount becomes invoiceable again, and the customer sees the reason. Refuses `not_found`,
 * `state_forbids`.
 */
export async function rejectInvoice(tx: Tx, account: AccountId, requestId: string, reason: string, by: StepBy): Promise<void> {
  const invoice = await lockInvoice(tx, account, requestId, 'reject')
  await bookInvoice(tx, account, 'return', invoice, by.now)
  await moveInvoice(tx, account, requestId, { state: 'rejected', step: 'rejected', note: reason, by, set: { reason } })
  await notify(
    tx,
    account,
    invoice,
    '发票申请被驳回',
    `${named(invoice)}被驳回：${reason.replace(/[。.！!；;]+$/, '')}。金额已退回可开票金额，请修改后重新申请`,
    by.now,
  )
}

/** The invoice issued by the tax bureau for a request. */
export interface IssuedInvoice {
  /** 20 digits. */
  invoiceNumber: string
  issuedAt: Date
  /** Private files of the purpose `invoice`, unattached until now. */
  fileIds: readonly string[]
}

/**
 * Records an issued invoice; its number is unique on the platform. Refuses `not_found`, `state_forbids`,
 * `invoice_number_taken`.
 */
export async function issueInvoice(tx: Tx, account: AccountId, requestId: string, issued: IssuedInvoice, by: StepBy): Promise<void> {
  const invoice = await lockInvoice(tx, account, requestId, 'issue')
  await takeNumber(tx, account, requestId, issued.invoiceNumber)
  await saveFiles(tx, account, requestId, { fileIds: issued.fileIds, isCreditNote: false, now: by.now })
  await bookInvoice(tx, account, 'issue', invoice, by.now)
  const set = { invoiceNumber: issued.invoiceNumber, issuedAt: issued.issuedAt, reason: null }
  await moveInvoice(tx, account, requestId, { state: 'issued', step: 'issued', note: issued.invoiceNumber, by, set })
  await notify(tx, account, invoice, '发票已开具', `${named(invoice)}已开具，发票号码${issued.invoiceNumber}，可在发票管理中下载`, by.now)
}

/** Claims the invoice number. Refuses `invoice_number_taken`. */
export async function takeNumber(tx: Tx, account: AccountId, requestId: string, invoiceNumber: string): Promise<void> {
  const taken = await tx
    .insertInto('invoiceNumber')
    .values({ invoiceNumber, accountId: account, requestId })
    .onConflict(conflict => conflict.doNothing())
    .returning('invoiceNumber')
    .executeTakeFirst()
  if (!taken) refuse('invoice_number_taken', { number: invoiceNumber })
}

/** Attaches files to an invoice or its credit note. */
export async function saveFiles(
  tx: Tx,
  account: AccountId,
  requestId: string,
  { fileIds, isCreditNote, now }: { fileIds: readonly string[]; isCreditNote: boolean; now: Date },
): Promise<void> {
  if (fileIds.length === 0) return
  await claimPrivateFiles(tx, account, { purpose: 'invoice', fileIds, now })
  await sql`
    insert into invoice_file (account_id, request_id, file_id, is_credit_note, created_at)
    select owner.account_id, ${requestId}::uuid, id, ${isCreditNote}, ${now}::timestamptz
    from ${accountRow(account)}
    cross join unnest(${fileIds}::uuid[]) as id
    on conflict do nothing`.execute(tx)
}
