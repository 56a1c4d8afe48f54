import { adminNoticeCalls } from './admin-notice.ts'
import { noticeCalls, notificationCalls } from './notice.ts'

/** Calls of this module of the customer console, by their nouns. */
export const customerCalls = { notice: noticeCalls, notification: notificationCalls }

/** Calls of this module of the back office, by their nouns. */
export const adminCalls = { notice: adminNoticeCalls }
