import { noticeCalls, notificationCalls } from '#contract/notification/notice.ts'
import {
  countUnreadNotices,
  countUnreadNotifications,
  findNotification,
  listNotices,
  listNotifications,
  markAllRead,
  markNoticeRead,
  mustReadNotice,
  readAllNotifications,
  readNotice,
  readNotification,
} from '#domain/notification/index.ts'
import { handle } from '#http/server/serve.ts'

/** Rows of each kind in the bell's list. */
const newsRows = 5

export const noticeHandlers = [
  handle(noticeCalls.list, async ({ tx, account, member, now }, filter) => ({
    ...(await listNotices(tx, account, member.memberId, filter, now())),
    unreadCount: await countUnreadNotices(tx, account, member.memberId, now()),
  })),
  handle(noticeCalls.one, ({ tx, account, member, now }, { noticeId }) => readNotice(tx, account, member.memberId, noticeId, now())),
  handle(noticeCalls.read, async ({ tx, account, member, now }, { noticeId }) => {
    await markNoticeRead(tx, account, member.memberId, noticeId, now())
    return {}
  }),
  handle(noticeCalls.readAll, async ({ tx, account, member, now }) => ({
    readCount: await markAllRead(tx, account, member.memberId, now()),
  })),
  handle(notificationCalls.list, async ({ tx, account, member }, filter) => ({
    ...(await listNotifications(tx, account, member, filter)),
    unreadCount: await countUnreadNotifications(tx, account, member),
  })),
  handle(notificationCalls.one, ({ tx, account, member }, { notificationId }) => findNotification(tx, account, member, notificationId)),
  handle(notificationCalls.read, async ({ tx, account, member }, { notificationId }) => {
    await readNotification(tx, account, member, notificationId)
    return {}
  }),
  handle(notificationCalls.readAll, async ({ tx, account, member }) => {
    await readAllNotifications(tx, account, member)
    return {}
  }),
  handle(notificationCalls.news, async ({ tx, account, member, now }) => {
    const unread = { isUnread: true, pageSize: newsRows }
    return {
      noticeCount: await countUnreadNotices(tx, account, member.memberId, now()),
      messageCount: await countUnreadNotifications(tx, account, member),
      messages: (await listNotifications(tx, account, member, unread)).rows,
      notices: (await listNotices(tx, account, member.memberId, unread, now())).rows,
      mustRead: await mustReadNotice(tx, account, member.memberId, now()),
    }
  }),
]
