import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StaffActDetail } from '#contract/identity/staff-act.ts'
import { adminInvoiceCalls, invoicePreviewRoute } from '#contract/invoicing/admin-invoice.ts'
import { confirmStates, invoiceStates } from '#contract/invoicing/invoice-state.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import {
  checkDocument,
  confirmInvoiceReceipt,
  confirmReversal,
  expireReversal,
  failInvoice,
  invoiceQueues,
  issueWithFiles,
  listInvoicesForStaff,
  mailInvoice,
  readInvoiceForStaff,
  refuseReversal,
  rejectInvoice,
  reverseWithFiles,
  type StepBy,
  shipInvoice,
  startIssuing,
  startReversal,
  writeInvoicePreview,
} from '#domain/invoicing/index.ts'
import type { Files } from '#domain/platform/index.ts'
import type { App } from '#http/server/app.ts'
import { requireStaff } from '#http/server/member.ts'
import { handle, type Services, type StaffContext } from '#http/server/serve.ts'
import { recordFileAccess } from '#http/server/staff-file-access.ts'
import type { AccountId } from '#values/id.ts'

interface Target {
  accountId: AccountId
  requestId: string
}

/** An act on one invoice request; the audit log gets its number and the customer. */
const onInvoice =
  <Input extends Target>(
    act: (tx: Tx, account: AccountId, input: Input, by: StepBy) => Promise<unknown>,
    detailOf: (input: Input) => StaffActDetail = () => ({}),
  ) =>
  async ({ tx, staff, now, note }: StaffContext, input: Input) => {
    const account = input.accountId
    const { requestNumber, state } = await readInvoiceForStaff(tx, account, input.requestId)
    note({ account, object: requestNumber, detail: { before: invoiceStates[state], ...detailOf(input) } })
    await act(tx, account, input, { staffId: staff.staffId, now: now() })
    return {}
  }

export const adminInvoiceHandlers = (files: Files) => [
  handle(adminInvoiceCalls.queue, async ({ tx }, filter) => ({
    ...(await listInvoicesForStaff(tx, filter)),
    counts: await invoiceQueues(tx),
  })),
  handle(adminInvoiceCalls.one, ({ tx }, { accountId, requestId }) => readInvoiceForStaff(tx, accountId, requestId)),
  handle(adminInvoiceCalls.check, async ({ tx }, { accountId, invoiceNumber, issuedOn, ...rest }) => {
    const typed = { ...rest, invoiceNumber: invoiceNumber ?? null, issuedOn: issuedOn ?? null }
    const { document, differences } = await checkDocument(tx, files, accountId, typed)
    return {
      isRead: document !== null,
      invoiceNumber: document?.invoiceNumber ?? null,
      issuedOn: document?.issuedOn ?? null,
      differences,
    }
  }),
  handle(
    adminInvoiceCalls.take,
    onInvoice((tx, account, { requestId }, by) => startIssuing(tx, account, requestId, by)),
  ),
  handle(
    adminInvoiceCalls.issue,
    onInvoice(
      (tx, account, input, by) => issueWithFiles(tx, files, account, input, by),
      ({ invoiceNumber, issuedOn, fileIds }) => ({ invoiceNumber, issuedOn, fileCount: fileIds.length }),
    ),
  ),
  handle(
    adminInvoiceCalls.fail,
    onInvoice(
      (tx, account, { requestId, reason }, by) => failInvoice(tx, account, requestId, reason, by),
      ({ reason }) => ({ reason }),
    ),
  ),
  handle(
    adminInvoiceCalls.reject,
    onInvoice(
      (tx, account, { requestId, reason }, by) => rejectInvoice(tx, account, requestId, reason, by),
      ({ reason }) => ({ reason }),
    ),
  ),
  handle(
    adminInvoiceCalls.resend,
    onInvoice((tx, account, { requestId }, by) => mailInvoice(tx, files, account, requestId, by)),
  ),
  handle(
    adminInvoiceCalls.refuseReversal,
    onInvoice(
      (tx, account, { requestId, reason }, by) => refuseReversal(tx, account, requestId, reason, by),
      ({ reason }) => ({ reason }),
    ),
  ),
  handle(
    adminInvoiceCalls.startReversal,
    onInvoice(
      (tx, account, { requestId, confirmNumber, confirmState }, by) =>
        startReversal(tx, account, requestId, { confirmNumber, confirmState }, by),
      ({ confirmNumber, confirmState }) => ({ confirmNumber, confirmState: confirmStates[confirmState] }),
    ),
  ),
  handle(
    adminInvoiceCalls.confirmReversal,
    onInvoice((tx, account, { requestId }, by) => confirmReversal(tx, account, requestId, by)),
  ),
  handle(
    adminInvoiceCalls.expireReversal,
    onInvoice(
      (tx, account, { requestId, confirmState }, by) => expireReversal(tx, account, requestId, confirmState, by),
      ({ confirmState }) => ({ confirmState: confirmStates[confirmState] }),
    ),
  ),
  handle(
    adminInvoiceCalls.reverse,
    onInvoice(
      (tx, account, input, by) => reverseWithFiles(tx, files, account, input, by),
      ({ creditNoteNumber, fileIds }) => ({ creditNoteNumber, fileCount: fileIds.length }),
    ),
  ),
  handle(
    adminInvoiceCalls.ship,
    onInvoice(
      (tx, account, input, by) => shipInvoice(tx, account, input, by),
      ({ courier, trackingNumber }) => ({ courier, trackingNumber }),
    ),
  ),
  handle(
    adminInvoiceCalls.sign,
    onInvoice((tx, account, { requestId }, by) => confirmInvoiceReceipt(tx, account, requestId, by)),
  ),
]

/** Preview of an invoice, for the staff who issue it. */
export function serveInvoicePreview(app: App, services: Services): void {
  app.get(invoicePreviewRoute.path, async (request: FastifyRequest, reply: FastifyReply) => {
    const staff = await requireStaff(services, request, invoicePreviewRoute.audience.permission)
    const { accountId, requestId } = invoicePreviewRoute.input.safeParse(request.query).data ?? refuse('not_found')
    const invoice = await readInvoiceForStaff(services.db, accountId, requestId)
    const bytes = await writeInvoicePreview({ ...invoice, buyer: invoice.title }, services.now())
    await recordFileAccess(services, request, staff, {
      action: 'invoices/preview',
      account: accountId,
      object: invoice.requestNumber,
    })
    return reply
      .type('application/pdf')
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', `inline; filename*=UTF-8''${encodeURIComponent(`发票预览 ${invoice.requestNumber}.pdf`)}`)
      .send(bytes)
  })
}
