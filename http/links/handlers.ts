import type { AdminHandlerOptions, CustomerHandlerOptions } from '#http/server/handler-options.ts'
import type { Handler } from '#http/server/serve.ts'
import { adminDomainHandlers } from './admin-domain.ts'
import { adminLinkHandlers, linkReviewHandlers } from './admin-link.ts'
import { linkReportHandlers } from './admin-link-report.ts'
import { linkHandlers } from './link.ts'
import { linkBatchHandlers } from './link-batch.ts'
import { linkDomainHandlers } from './link-domain.ts'
import { linkListHandlers } from './link-list.ts'
import { linkPackageHandlers } from './link-package.ts'
import { visitHandlers } from './visit.ts'

/** What this module answers in the customer console. */
export const customerHandlers = ({ files, shortLinkUrl, shortIcpRecord, publicUrl, dns }: CustomerHandlerOptions): readonly Handler[] => [
  ...linkPackageHandlers,
  ...linkBatchHandlers(shortLinkUrl, files),
  ...linkHandlers(shortLinkUrl),
  ...linkListHandlers(shortLinkUrl),
  ...linkDomainHandlers({ dns, shortLinkUrl, shortIcpRecord, publicUrl }),
  ...visitHandlers(shortLinkUrl),
]

/** What this module answers in the back office. */
export const adminHandlers = ({ shortLinkUrl }: AdminHandlerOptions): readonly Handler[] => [
  ...linkReviewHandlers(shortLinkUrl),
  ...adminLinkHandlers(shortLinkUrl),
  ...linkReportHandlers(shortLinkUrl),
  ...adminDomainHandlers,
]
