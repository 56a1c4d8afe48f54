import type { AdminHandlerOptions, CustomerHandlerOptions } from '#http/server/handler-options.ts'
import type { Handler } from '#http/server/serve.ts'
import { adminInvoiceHandlers } from './admin-invoice.ts'
import { adminInvoiceSettingHandlers } from './admin-invoice-setting.ts'
import { adminTitleHandlers } from './admin-invoice-title.ts'
import { invoiceHandlers } from './invoice.ts'
import { invoiceDeliveryHandlers } from './invoice-delivery.ts'
import { invoiceTitleHandlers } from './invoice-title.ts'

/** What this module answers in the customer console. */
export const customerHandlers = ({ files, publicUrl }: CustomerHandlerOptions): readonly Handler[] => [
  ...invoiceHandlers({ files }),
  ...invoiceTitleHandlers,
  ...invoiceDeliveryHandlers(publicUrl ?? null),
]

/** What this module answers in the back office. */
export const adminHandlers = ({ files }: AdminHandlerOptions): readonly Handler[] => [
  ...adminInvoiceHandlers(files),
  ...adminTitleHandlers,
  ...adminInvoiceSettingHandlers,
]
