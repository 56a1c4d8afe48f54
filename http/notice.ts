import { noticeCalls, tellingCalls } from '#contract/notice.ts'
import { countUnreadTellings, findTelling, listTellings, readAllTellings, readTelling } from '#domain/notice/inbox.ts'
import { countUnreadNotices, listNotices, markAllRead, markNoticeRead, mustReadNotice, readNotice } from '#domain/notice/notice.ts'
import { handle } from './serve.ts'

/** Of each kind in the bell's list. */
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
  handle(tellingCalls.list, async ({ tx, account, member }, filter) => ({
    ...(await listTellings(tx, account, member, filter)),
    unreadCount: await countUnreadTellings(tx, account, member),
  })),
  handle(tellingCalls.one, ({ tx, account, member }, { tellingId }) => findTelling(tx, account, member, tellingId)),
  handle(tellingCalls.read, async ({ tx, account, member }, { tellingId }) => {
    await readTelling(tx, account, member, tellingId)
    return {}
  }),
  handle(tellingCalls.readAll, async ({ tx, account, member }) => {
    await readAllTellings(tx, account, member)
    return {}
  }),
  handle(tellingCalls.news, async ({ tx, account, member, now }) => {
    const unread = { isUnread: true, pageSize: newsRows }
    return {
      noticeCount: await countUnreadNotices(tx, account, member.memberId, now()),
      messageCount: await countUnreadTellings(tx, account, member),
      messages: (await listTellings(tx, account, member, unread)).rows,
      notices: (await listNotices(tx, account, member.memberId, unread, now())).rows,
      mustRead: await mustReadNotice(tx, account, member.memberId, now()),
    }
  }),
]
