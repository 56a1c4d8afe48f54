import type { Handler } from '#http/server/serve.ts'
import { adminAnnouncementHandlers } from './admin-announcement.ts'
import { announcementHandlers } from './announcement.ts'

/** What this module answers in the customer console. */
export const customerHandlers: readonly Handler[] = [...announcementHandlers]

/** What this module answers in the back office. */
export const adminHandlers: readonly Handler[] = [...adminAnnouncementHandlers]
