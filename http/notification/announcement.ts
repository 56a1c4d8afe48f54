import { announcementCalls, notificationCalls } from '#contract/notification/announcement.ts'
import {
  countUnreadAnnouncements,
  countUnreadNotifications,
  findNotification,
  listAnnouncements,
  listNotifications,
  markAllRead,
  markAnnouncementRead,
  readAllNotifications,
  readAnnouncement,
  readNotification,
} from '#domain/notification/index.ts'
import { handle } from '#http/server/serve.ts'

export const announcementHandlers = [
  handle(announcementCalls.list, async ({ tx, account, member, now }, filter) => ({
    ...(await listAnnouncements(tx, account, member.memberId, filter, now())),
    unreadCount: await countUnreadAnnouncements(tx, account, member.memberId, now()),
  })),
  handle(announcementCalls.one, ({ tx, account, member, now }, { announcementId }) =>
    readAnnouncement(tx, account, member.memberId, announcementId, now()),
  ),
  handle(announcementCalls.read, ({ tx, account, member, now }, { announcementId }) =>
    markAnnouncementRead(tx, account, member.memberId, announcementId, now()),
  ),
  handle(announcementCalls.readAll, ({ tx, account, member, now }) => markAllRead(tx, account, member.memberId, now())),
  handle(notificationCalls.list, async ({ tx, account, member }, filter) => ({
    ...(await listNotifications(tx, account, member, filter)),
    unreadCount: await countUnreadNotifications(tx, account, member),
  })),
  handle(notificationCalls.one, ({ tx, account, member }, { notificationId }) => findNotification(tx, account, member, notificationId)),
  handle(notificationCalls.read, ({ tx, account, member }, { notificationId }) => readNotification(tx, account, member, notificationId)),
  handle(notificationCalls.readAll, ({ tx, account, member }) => readAllNotifications(tx, account, member)),
]
