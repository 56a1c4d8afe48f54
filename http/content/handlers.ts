import type { Handler } from '#http/server/serve.ts'
import { adminContentHandlers } from './admin-content.ts'
import { adminReviewHandlers } from './admin-review.ts'
import { contentHandlers } from './content.ts'
import { signatureHandlers } from './signature.ts'
import { templateHandlers } from './template.ts'

/** What this module answers in the customer console. */
export const customerHandlers: readonly Handler[] = [...contentHandlers, ...signatureHandlers, ...templateHandlers]

/** What this module answers in the back office. */
export const adminHandlers: readonly Handler[] = [...adminReviewHandlers, ...adminContentHandlers]
