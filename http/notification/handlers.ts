import type { Handler } from '#http/server/serve.ts'
import { adminNoticeHandlers } from './admin-notice.ts'
import { noticeHandlers } from './notice.ts'

/** What this module answers in the customer console. */
export const customerHandlers: readonly Handler[] = [...noticeHandlers]

/** What this module answers in the back office. */
export const adminHandlers: readonly Handler[] = [...adminNoticeHandlers]
