/** Invoicing: titles, requests, lines by tax rate, credit notes, documents, delivery; the work of staff on them. */
export { createAddress, deleteAddress, editAddress, listAddresses, makeDefaultAddress, readAddress } from './address.ts'
export { checkDocument, confirmInvoiceReceipt, issueWithFiles, reverseWithFiles, shipInvoice } from './admin-invoice-act.ts'
export { readInvoiceForStaff } from './admin-invoice-detail.ts'
export { invoiceQueues, listInvoicesForStaff } from './admin-invoice-queue.ts'
export { addTaxRule, listTaxRules, taxEffect } from './admin-invoice-setting.ts'
export { decideTitle, waitingTitles } from './admin-invoice-title.ts'
export { readInvoice } from './detail.ts'
export { addEmail, confirmEmail, deleteEmail, emailLinkPath, listEmails, makeDefaultEmail, readEmailLink, resendLink } from './email.ts'
export { invoiceFigures } from './figures.ts'
export { listInvoices } from './list.ts'
export { readPause, setPause } from './pause.ts'
export { writeInvoicePreview } from './preview.ts'
export { type PreviewedInvoice, previewInvoices, requestInvoices } from './request.ts'
export {
  confirmReversal,
  expireReversal,
  refuseReversal,
  requestReversal,
  reversalsToExpire,
  startReversal,
  withdrawReversal,
} from './reversal.ts'
export { adminInvoiceSearch, invoiceSearch } from './search.ts'
export { readSeller, setSeller } from './seller.ts'
export { mailInvoice } from './send.ts'
export { listShipments } from './shipment.ts'
export { invoiceableMonths, invoiceableOrders, sourcesOf } from './source.ts'
export { failInvoice, issueInvoice, rejectInvoice, type StepBy, startIssuing, withdrawInvoice } from './step.ts'
export {
  createTitle,
  deleteTitle,
  editTitle,
  listTitles,
  makeDefaultTitle,
  readTitle,
  titleForInvoice,
  titleVersions,
  withdrawTitle,
} from './title.ts'
export { titleHolder } from './title-holder.ts'
