import { sql } from 'kysely'
import type { ConfirmState, InvoiceKindName, ReversalReason, ReversalState } from '#contract/invoicing/invoice-state.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { replaceInvoice } from './replace.ts'
import { bookInvoice, lockInvoice, moveInvoice, type StepBy, saveFiles, takeNumber } from './step.ts'

/** A confirmation expires if the buyer doesn't confirm within 72 hours (公告2024年第11号). */
const confirmHours = 72

export interface ReversalInput {
  reason: ReversalReason
  note: string
  /** Reissue (换开): the title of the new invoice. */
  replace: { titleId: string; kind: InvoiceKindName } | null
}

/** Credit note (红字发票), requested by the customer. Refuses `not_found`, `state_forbids`. */
export async function requestReversal(tx: Tx, account: AccountId, requestId: string, input: ReversalInput, by: StepBy): Promise<void> {
  await lockInvoice(tx, account, requestId, 'requestReversal')
  await tx
    .insertInto('invoiceReversal')
    .values({
      accountId: account,
      reversalId: newId(),
      requestId,
      reasonCode: input.reason,
      note: input.note,
      replaceTitleId: input.replace?.titleId ?? null,
      replaceKind: input.replace?.kind ?? null,
      state: 'asked',
      memberId: by.memberId ?? null,
      askedAt: by.now,
    })
    .execute()
  await moveInvoice(tx, account, requestId, { state: 'reversing', step: 'reversal_asked', note: input.note, by })
}

/**
 * Withdraws the customer's request before staff have started. Refuses `not_found`, `state_forbids`,
 * `reversal_elsewhere`.
 */
export async function withdrawReversal(tx: Tx, account: AccountId, requestId: string, by: StepBy): Promise<void> {
  await lockInvoice(tx, account, requestId, 'withdrawReversal')
  await moveReversal(tx, account, requestId, ['asked'], { state: 'withdrawn', endedAt: by.now })
  await moveInvoice(tx, account, requestId, { state: 'issued', step: 'reversal_withdrawn', by })
}

/**
 * Staff reject the request: the invoice stays valid and the customer sees the reason. Refuses `not_found`,
 * `state_forbids`.
 */
export async function refuseReversal(tx: Tx, account: AccountId, requestId: string, reason: string, by: StepBy): Promise<void> {
  const { requestNumber } = await lockInvoice(tx, account, requestId, 'refuseReversal')
  await moveReversal(tx, account, requestId, ['asked', 'confirming', 'confirmed'], { state: 'refused', answer: reason, endedAt: by.now })
  await moveInvoice(tx, account, requestId, { state: 'issued', step: 'reversal_refused', note: reason, by })
  await notify(tx, account, requestId, '红冲申请被驳回', `发票${requestNumber}的红冲申请被驳回：${reason}`, by.now)
}

/**
 * Staff entered the confirmation at the bureau: the buyer has 72 hours to confirm it there. Refuses `not_found`,
 * `state_forbids`.
 */
export async function startReversal(
  tx: Tx,
  account: AccountId,
  requestId: string,
  { confirmNumber, confirmState }: { confirmNumber: string; confirmState: ConfirmState },
  by: StepBy,
): Promise<void> {
  const { requestNumber } = await lockInvoice(tx, account, requestId, 'startReversal')
  const deadline = new Date(by.now.getTime() + confirmHours * 3_600_000)
  await moveReversal(tx, account, requestId, ['asked'], {
    ...{ state: 'confirming', confirmNumber, confirmState, deadlineAt: deadline },
    staffId: by.staffId ?? null,
  })
  await moveInvoice(tx, account, requestId, { state: 'reversing', step: 'reversal_started', note: confirmNumber, by })
  const body = `发票${requestNumber}的红字信息确认单已发起，请在${confirmHours}小时内到电子税务局确认，逾期失效`
  await notify(tx, account, requestId, '请确认红字信息确认单', body, by.now)
}

/** Records that the buyer confirmed. Refuses `not_found`, `state_forbids`. */
export async function confirmReversal(tx: Tx, account: AccountId, requestId: string, by: StepBy): Promise<void> {
  await lockInvoice(tx, account, requestId, 'confirmReversal')
  await moveReversal(tx, account, requestId, ['confirming'], { state: 'confirmed', confirmState: '04', deadlineAt: null })
  await moveInvoice(tx, account, requestId, { state: 'reversing', step: 'reversal_confirmed', by })
}

/**
 * The confirmation failed by expiry (07) or by a party (05–10): the invoice stays valid, and the customer may request
 * another credit note.
 */
export async function expireReversal(tx: Tx, account: AccountId, requestId: string, confirmState: ConfirmState, by: StepBy): Promise<void> {
  const { requestNumber } = await lockInvoice(tx, account, requestId, 'expireReversal')
  await moveReversal(tx, account, requestId, ['confirming', 'confirmed'], { ...{ state: 'lapsed', confirmState, endedAt: by.now } })
  await moveInvoice(tx, account, requestId, { state: 'issued', step: 'reversal_lapsed', by })
  await notify(
    tx,
    account,
    requestId,
    '红字信息确认单已失效',
    `发票${requestNumber}的红字信息确认单已失效，发票仍然有效，需要时请重新申请红冲`,
    by.now,
  )
}

/**
 * Records that the credit note was issued: the amount becomes invoiceable again, and is requested again if the customer
 * chose to reissue. Refuses `not_found`, `state_forbids`, `invoice_number_taken`.
 */
export async function reverseInvoice(
  tx: Tx,
  account: AccountId,
  requestId: string,
  { creditNoteNumber, fileIds }: { creditNoteNumber: string; fileIds: readonly string[] },
  by: StepBy,
): Promise<void> {
  const invoice = await lockInvoice(tx, account, requestId, 'reverse')
  await takeNumber(tx, account, requestId, creditNoteNumber)
  await saveFiles(tx, account, requestId, { fileIds, isCreditNote: true, now: by.now })
  await bookInvoice(tx, account, 'reverse', invoice, by.now)
  const replacement = await moveReversal(tx, account, requestId, ['asked', 'confirmed'], {
    ...{ state: 'done', creditNoteNumber, endedAt: by.now, staffId: by.staffId ?? null },
  })
  await moveInvoice(tx, account, requestId, { state: 'reversed', step: 'reversed', note: creditNoteNumber, by })
  const body = `发票${invoice.invoiceNumber}已红冲，红字发票号码${creditNoteNumber}，金额已退回可开票金额`
  await notify(tx, account, requestId, '发票已红冲', body, by.now)
  if (replacement) await replaceInvoice(tx, account, requestId, replacement, by)
}

/** Unanswered confirmations past their deadline, over all accounts. */
export async function reversalsToExpire(executor: Executor, now: Date, most: number): Promise<{ account: AccountId; requestId: string }[]> {
  const { rows } = await sql<{ account: AccountId; requestId: string }>`
    select account_id as account, request_id from invoice_reversal -- across accounts: expired confirmations of all
    where state = 'confirming' and deadline_at <= ${now} order by deadline_at limit ${most}`.execute(executor)
  return rows
}

/** Moves the open credit note to another state, and returns what to reissue. Refuses `reversal_elsewhere`. */
async function moveReversal(
  tx: Tx,
  account: AccountId,
  requestId: string,
  from: readonly ReversalState[],
  set: { state: ReversalState } & Record<string, unknown>,
): Promise<{ titleId: string; kind: InvoiceKindName } | null> {
  const moved = await tx
    .updateTable('invoiceReversal')
    .set(set)
    .where('accountId', '=', account)
    .where('requestId', '=', requestId)
    .where('endedAt', 'is', null)
    .where('state', 'in', [...from])
    .returning(['replaceTitleId', 'replaceKind'])
    .executeTakeFirst()
  if (!moved) refuse('reversal_elsewhere')
  return moved.replaceTitleId && moved.replaceKind ? { titleId: moved.replaceTitleId, kind: moved.replaceKind } : null
}

const notify = (tx: Tx, account: AccountId, requestId: string, title: string, body: string, now: Date) =>
  notifyAccount(tx, account, { kind: 'finance', title, body, link: `/system/finance/invoice?id=${requestId}`, now })
