import { sql } from 'kysely'
import type { AnnouncementKind } from '#contract/notification/announcement.ts'
import { refuse } from '#contract/refusals.ts'
import { accountRow } from '#db/account-row.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pageOf } from '#values/page.ts'

export interface AnnouncementFilter {
  kind?: AnnouncementKind | undefined
  isUnread?: boolean | undefined
  cursor?: string | undefined
  pageSize: number
}

interface Row {
  announcementId: string
  kind: AnnouncementKind
  title: string
  body: string
  at: Date
  isMustRead: boolean
  isRead: boolean
}

/** Announcements that an account's members see now, each with whether this member has read it. */
const shown = (account: AccountId, memberId: string, now: Date) => sql`
  select announcement.announcement_id as "announcementId", announcement.kind, announcement.title, announcement.body, announcement.publish_at as at, announcement.is_must_read as "isMustRead",
    exists (select from announcement_read where account_id = ${account} and member_id = ${memberId} and announcement_id = announcement.announcement_id) as "isRead"
  from announcement cross join (select attested_at from account where account_id = ${account}) as self
  where announcement.state = 'published' and announcement.publish_at <= ${now} and (
    announcement.audience = 'all'
    or (announcement.audience = 'attested' and self.attested_at is not null)
    or (announcement.audience = 'unattested' and self.attested_at is null)
    or (announcement.audience = 'chosen' and ${account}::uuid = any(announcement.accounts)))`

/** Newest first. */
export async function listAnnouncements(executor: Executor, account: AccountId, memberId: string, filter: AnnouncementFilter, now: Date) {
  const wanted = [
    sql`true`,
    ...(filter.kind ? [sql`kind = ${filter.kind}`] : []),
    ...(filter.isUnread ? [sql`not "isRead"`] : []),
    ...(filter.cursor
      ? [sql`(at, "announcementId") < (select publish_at, announcement_id from announcement where announcement_id = ${filter.cursor})`]
      : []),
  ]
  const { rows } = await sql<Row>`
    select * from (${shown(account, memberId, now)}) as seen
    where ${sql.join(wanted, sql` and `)} order by at desc, "announcementId" desc limit ${filter.pageSize + 1}`.execute(executor)
  return pageOf(rows, filter.pageSize, row => row.announcementId)
}

export async function countUnreadAnnouncements(executor: Executor, account: AccountId, memberId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${shown(account, memberId, now)}) as seen where not "isRead"`.execute(executor)
  return firstOrThrow(rows).count
}

/** Refuses `not_found`, also for one that isn't for this account or was withdrawn. */
export async function readAnnouncement(
  executor: Executor,
  account: AccountId,
  memberId: string,
  announcementId: string,
  now: Date,
): Promise<Row> {
  const { rows } = await sql<Row>`
    select * from (${shown(account, memberId, now)}) as seen where "announcementId" = ${announcementId}`.execute(executor)
  return rows[0] ?? refuse('not_found')
}

/** The oldest mandatory announcement that is unread; null: none. */
export async function mustReadAnnouncement(executor: Executor, account: AccountId, memberId: string, now: Date): Promise<Row | null> {
  const { rows } = await sql<Row>`
    select * from (${shown(account, memberId, now)}) as seen
    where "isMustRead" and not "isRead" order by at, "announcementId" limit 1`.execute(executor)
  return rows[0] ?? null
}

/** Marks an announcement as read by a member. Refuses `not_found`. */
export async function markAnnouncementRead(tx: Tx, account: AccountId, memberId: string, announcementId: string, now: Date): Promise<void> {
  await readAnnouncement(tx, account, memberId, announcementId, now)
  await tx
    .insertInto('announcementRead')
    .values({ accountId: account, memberId, announcementId, readAt: now })
    .onConflict(conflict => conflict.columns(['accountId', 'memberId', 'announcementId']).doNothing())
    .execute()
}

/** Marks all but the mandatory ones as read. Returns how many. */
export async function markAllRead(tx: Tx, account: AccountId, memberId: string, now: Date): Promise<void> {
  await sql`
    insert into announcement_read (account_id, member_id, announcement_id, read_at)
    select owner.account_id, ${memberId}::uuid, "announcementId", ${now}::timestamptz from ${accountRow(account)} cross join (${shown(account, memberId, now)}) as seen
    where not "isRead" and not "isMustRead"
    on conflict (account_id, member_id, announcement_id) do nothing`.execute(tx)
}
