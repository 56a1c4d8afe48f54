import type { z } from 'zod'
import type { news } from '#contract/notification/announcement.ts'
import type { Tx } from '#db/connect.ts'
import {
  countUnreadAnnouncements,
  countUnreadNotifications,
  listAnnouncements,
  listNotifications,
  mustReadAnnouncement,
} from '#domain/notification/index.ts'
import type { AccountId } from '#values/id.ts'

/** Rows of each kind in the bell's list. */
const newsRows = 5

/** What a member has not read. */
export async function readNews(
  tx: Tx,
  account: AccountId,
  member: Parameters<typeof listNotifications>[2],
  now: Date,
): Promise<z.output<typeof news>> {
  const unread = { isUnread: true, pageSize: newsRows }
  return {
    announcementCount: await countUnreadAnnouncements(tx, account, member.memberId, now),
    messageCount: await countUnreadNotifications(tx, account, member),
    messages: (await listNotifications(tx, account, member, unread)).rows,
    announcements: (await listAnnouncements(tx, account, member.memberId, unread, now)).rows,
    mustRead: await mustReadAnnouncement(tx, account, member.memberId, now),
  }
}
