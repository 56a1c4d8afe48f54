import { adminInvoiceCalls } from './admin-invoice.ts'
import { adminInvoiceSettingCalls } from './admin-invoice-setting.ts'
import { adminTitleCalls } from './admin-invoice-title.ts'
import { invoiceCalls } from './invoice.ts'
import { invoiceAddressCalls, invoiceEmailCalls, invoiceShipmentCalls } from './invoice-delivery.ts'
import { invoiceTitleCalls } from './invoice-title.ts'

/** Calls of this module of the customer console, by their nouns. */
export const customerCalls = {
  invoice: invoiceCalls,
  invoiceTitle: invoiceTitleCalls,
  invoiceAddress: invoiceAddressCalls,
  invoiceEmail: invoiceEmailCalls,
  invoiceShipment: invoiceShipmentCalls,
}

/** Calls of this module of the back office, by their nouns. */
export const adminCalls = { invoice: adminInvoiceCalls, invoiceTitle: adminTitleCalls, invoiceSetting: adminInvoiceSettingCalls }
