import type { FastifyReply, FastifyRequest } from 'fastify'
import { confirmStates, invoiceStates } from '#contract/invoice-state.ts'
import { invoicePreviewDoor, operatorInvoiceCalls } from '#contract/operator-invoice.ts'
import { refuse } from '#contract/refusals.ts'
import type { StaffActDetail } from '#contract/staff-act.ts'
import type { Tx } from '#db/connect.ts'
import type { Files } from '#domain/files.ts'
import { writeInvoicePreview } from '#domain/invoice/preview.ts'
import { confirmReversal, lapseReversal, refuseReversal, startReversal } from '#domain/invoice/reversal.ts'
import { mailInvoice } from '#domain/invoice/send.ts'
import { failInvoice, rejectInvoice, type StepBy, takeInvoice } from '#domain/invoice/step.ts'
import { checkDocument, issueWithFiles, reverseWithFiles, shipInvoice, signForInvoice } from '#domain/staff/invoice-act.ts'
import { readInvoiceForStaff } from '#domain/staff/invoice-detail.ts'
import { invoiceQueues, listInvoicesForStaff } from '#domain/staff/invoice-queue.ts'
import type { AccountId } from '#values/id.ts'
import type { App } from './app.ts'
import { requireStaff } from './member.ts'
import { type Doors, handle, type StaffContext } from './serve.ts'
import { noteLook } from './staff-look.ts'

interface Target {
  accountId: string
  requestId: string
}

/** An act on one request, with its number and the customer in the log. */
const onInvoice =
  <Input extends Target>(
    act: (tx: Tx, account: AccountId, input: Input, by: StepBy) => Promise<unknown>,
    told: (input: Input) => StaffActDetail = () => ({}),
  ) =>
  async ({ tx, staff, now, note }: StaffContext, input: Input) => {
    const account = input.accountId as AccountId
    const { requestNumber, state } = await readInvoiceForStaff(tx, account, input.requestId)
    note({ account, object: requestNumber, detail: { before: invoiceStates[state].name, ...told(input) } })
    await act(tx, account, input, { staffId: staff.staffId, now: now() })
    return {}
  }

export const operatorInvoiceHandlers = (files: Files) => [
  handle(operatorInvoiceCalls.queue, async ({ tx }, filter) => ({
    ...(await listInvoicesForStaff(tx, filter)),
    counts: await invoiceQueues(tx),
  })),
  handle(operatorInvoiceCalls.one, ({ tx }, { accountId, requestId }) => readInvoiceForStaff(tx, accountId as AccountId, requestId)),
  handle(operatorInvoiceCalls.check, async ({ tx }, { accountId, invoiceNumber, issuedOn, ...rest }) => {
    const typed = { ...rest, invoiceNumber: invoiceNumber ?? null, issuedOn: issuedOn ?? null }
    const { document, differences } = await checkDocument(tx, files, accountId as AccountId, typed)
    return {
      isRead: document !== null,
      invoiceNumber: document?.invoiceNumber ?? null,
      issuedOn: document?.issuedOn ?? null,
      differences,
    }
  }),
  handle(
    operatorInvoiceCalls.take,
    onInvoice((tx, account, { requestId }, by) => takeInvoice(tx, account, requestId, by)),
  ),
  handle(
    operatorInvoiceCalls.issue,
    onInvoice(
      (tx, account, input, by) => issueWithFiles(tx, files, account, input, by),
      ({ invoiceNumber, issuedOn, fileIds }) => ({ invoiceNumber, issuedOn, fileCount: fileIds.length }),
    ),
  ),
  handle(
    operatorInvoiceCalls.fail,
    onInvoice(
      (tx, account, { requestId, reason }, by) => failInvoice(tx, account, requestId, reason, by),
      ({ reason }) => ({ reason }),
    ),
  ),
  handle(
    operatorInvoiceCalls.reject,
    onInvoice(
      (tx, account, { requestId, reason }, by) => rejectInvoice(tx, account, requestId, reason, by),
      ({ reason }) => ({ reason }),
    ),
  ),
  handle(
    operatorInvoiceCalls.resend,
    onInvoice((tx, account, { requestId }, by) => mailInvoice(tx, files, account, requestId, by)),
  ),
  handle(
    operatorInvoiceCalls.refuseReversal,
    onInvoice(
      (tx, account, { requestId, reason }, by) => refuseReversal(tx, account, requestId, reason, by),
      ({ reason }) => ({ reason }),
    ),
  ),
  handle(
    operatorInvoiceCalls.startReversal,
    onInvoice(
      (tx, account, { requestId, confirmNumber, confirmState }, by) =>
        startReversal(tx, account, requestId, { confirmNumber, confirmState }, by),
      ({ confirmNumber, confirmState }) => ({ confirmNumber, confirmState: confirmStates[confirmState] }),
    ),
  ),
  handle(
    operatorInvoiceCalls.confirmReversal,
    onInvoice((tx, account, { requestId }, by) => confirmReversal(tx, account, requestId, by)),
  ),
  handle(
    operatorInvoiceCalls.lapseReversal,
    onInvoice(
      (tx, account, { requestId, confirmState }, by) => lapseReversal(tx, account, requestId, confirmState, by),
      ({ confirmState }) => ({ confirmState: confirmStates[confirmState] }),
    ),
  ),
  handle(
    operatorInvoiceCalls.reverse,
    onInvoice(
      (tx, account, input, by) => reverseWithFiles(tx, files, account, input, by),
      ({ redNumber, fileIds }) => ({ redNumber, fileCount: fileIds.length }),
    ),
  ),
  handle(
    operatorInvoiceCalls.ship,
    onInvoice(
      (tx, account, input, by) => shipInvoice(tx, account, input, by),
      ({ courier, trackingNumber }) => ({ courier, trackingNumber }),
    ),
  ),
  handle(
    operatorInvoiceCalls.sign,
    onInvoice((tx, account, { requestId }, by) => signForInvoice(tx, account, requestId, by)),
  ),
]

/** The invoice as it will look, for staff who make it out. */
export function serveInvoicePreview(app: App, doors: Doors): void {
  app.get(invoicePreviewDoor.path, async (request: FastifyRequest, reply: FastifyReply) => {
    const staff = await requireStaff(doors, request, invoicePreviewDoor.audience.permission)
    const { accountId, requestId } = invoicePreviewDoor.input.safeDecode(request.query as never).data ?? refuse('not_found')
    const invoice = await readInvoiceForStaff(doors.db, accountId as AccountId, requestId)
    const bytes = await writeInvoicePreview({ ...invoice, buyer: invoice.title }, doors.now())
    await noteLook(doors, request, staff, { action: 'invoices/preview', account: accountId as AccountId, object: invoice.requestNumber })
    return reply
      .type('application/pdf')
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', `inline; filename*=UTF-8''${encodeURIComponent(`发票预览 ${invoice.requestNumber}.pdf`)}`)
      .send(bytes)
  })
}
