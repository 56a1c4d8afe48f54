import { adminAnnouncementCalls } from './admin-announcement.ts'
import { announcementCalls, notificationCalls } from './announcement.ts'

/** Calls of this module of the customer console, by their nouns. */
export const customerCalls = { announcement: announcementCalls, notification: notificationCalls }

/** Calls of this module of the back office, by their nouns. */
export const adminCalls = { announcement: adminAnnouncementCalls }
