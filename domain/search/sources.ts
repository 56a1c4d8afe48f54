import { customerSearch, memberSearch } from '#domain/account/index.ts'
import { appSearch } from '#domain/apps/index.ts'
import { broadcastSearch } from '#domain/broadcast/index.ts'
import { channelSearch } from '#domain/channels/index.ts'
import { adminSignatureSearch, adminTemplateSearch, signatureSearch, templateSearch } from '#domain/content/index.ts'
import { adminInvoiceSearch, invoiceSearch } from '#domain/invoicing/index.ts'
import { linkSearch } from '#domain/links/index.ts'
import { adminMessageSearch, messageSearch } from '#domain/message-records/index.ts'
import { adminCodeSearch, codeSearch } from '#domain/numbering/index.ts'
import { adminOrderSearch, orderSearch } from '#domain/orders/index.ts'
import { contactSearch } from '#domain/recipients/index.ts'
import type { AdminSearchSource, SearchSource } from '#domain/search-source/index.ts'

/** Sources of the customers' console, in the order of the results. */
export const sources: readonly SearchSource[] = [
  messageSearch,
  contactSearch,
  broadcastSearch,
  templateSearch,
  signatureSearch,
  linkSearch,
  orderSearch,
  invoiceSearch,
  appSearch,
  memberSearch,
  codeSearch,
]

/** Sources of the back office. */
export const adminSources: readonly AdminSearchSource[] = [
  customerSearch,
  adminMessageSearch,
  adminOrderSearch,
  adminInvoiceSearch,
  adminSignatureSearch,
  adminTemplateSearch,
  channelSearch,
  adminCodeSearch,
]
