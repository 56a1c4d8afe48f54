import { adminDomainCalls } from './admin-domain.ts'
import { adminLinkCalls, linkReviewCalls } from './admin-link.ts'
import { linkReportCalls } from './admin-link-report.ts'
import { linkCalls } from './link.ts'
import { linkBatchCalls } from './link-batch.ts'
import { linkDomainCalls } from './link-domain.ts'
import { linkListCalls } from './link-list.ts'
import { linkPackageCalls } from './link-package.ts'
import { visitCalls } from './visit.ts'

/** Calls of this module of the customer console, by their nouns. */
export const customerCalls = {
  link: linkCalls,
  linkList: linkListCalls,
  linkDomain: linkDomainCalls,
  linkPackage: linkPackageCalls,
  linkBatch: linkBatchCalls,
  visit: visitCalls,
}

/** Calls of this module of the back office, by their nouns. */
export const adminCalls = { linkReview: linkReviewCalls, link: adminLinkCalls, linkReport: linkReportCalls, domain: adminDomainCalls }
