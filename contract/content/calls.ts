import { adminContentCalls } from './admin-content.ts'
import { adminReviewCalls } from './admin-review.ts'
import { contentCalls } from './content.ts'
import { signatureCalls } from './signature.ts'
import { signatureRequestCalls } from './signature-request.ts'
import { templateCalls } from './template.ts'

/** Calls of this module of the customer console, by their nouns. */
export const customerCalls = {
  signatureRequest: signatureRequestCalls,
  content: contentCalls,
  signature: signatureCalls,
  template: templateCalls,
}

/** Calls of this module of the back office, by their nouns. */
export const adminCalls = { review: adminReviewCalls, content: adminContentCalls }
