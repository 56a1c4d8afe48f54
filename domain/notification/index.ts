/** Messages to members and announcements of the platform. */
export {
  type AnnouncementFacts,
  createAnnouncement,
  editAnnouncement,
  listAllAnnouncements,
  publishAnnouncement,
  readWrittenAnnouncement,
  removeAnnouncement,
  withdrawAnnouncement,
} from './admin-announcement.ts'
export {
  countUnreadAnnouncements,
  listAnnouncements,
  markAllRead,
  markAnnouncementRead,
  mustReadAnnouncement,
  readAnnouncement,
} from './announcement.ts'
export { countUnreadNotifications, findNotification, listNotifications, readAllNotifications, readNotification } from './inbox.ts'
export { attachmentsOf, queueMail, readMail, recordMailAttempt } from './mail.ts'
export { claimNotification, type Notification, notifiedMembers, notifyAccount } from './message.ts'
