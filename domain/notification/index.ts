/** Messages to members and announcements of the platform. */
export {
  createNotice,
  editNotice,
  listAllNotices,
  type NoticeFacts,
  publishNotice,
  readWrittenNotice,
  removeNotice,
  withdrawNotice,
} from './admin-notice.ts'
export { countUnreadNotifications, findNotification, listNotifications, readAllNotifications, readNotification } from './inbox.ts'
export { attachmentsOf, endMail, queueMail, readMail } from './mail.ts'
export { claimNotification, type Notification, notifiedMembers, notifyAccount } from './message.ts'
export { countUnreadNotices, listNotices, markAllRead, markNoticeRead, mustReadNotice, readNotice } from './notice.ts'
