import { sql } from 'kysely'
import type { NoticeKind } from '#contract/notification/notice.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pageOf } from '#values/page.ts'

export interface NoticeFilter {
  kind?: NoticeKind | undefined
  isUnread?: boolean | undefined
  cursor?: string | undefined
  pageSize: number
}

interface Row {
  noticeId: string
  kind: NoticeKind
  title: string
  body: string
  at: Date
  isMustRead: boolean
  isRead: boolean
}

/** Announcements that an account's members see now, each with whether this member has read it. */
const shown = (account: AccountId, memberId: string, now: Date) => sql`
  select notice.notice_id as "noticeId", notice.kind, notice.title, notice.body, notice.publish_at as at, notice.is_must_read as "isMustRead",
    exists (select from notice_read where account_id = ${account} and member_id = ${memberId} and notice_id = notice.notice_id) as "isRead"
  from notice cross join (select attested_at from account where account_id = ${account}) as self
  where notice.state = 'published' and notice.publish_at <= ${now} and (
    notice.audience = 'all'
    or (notice.audience = 'attested' and self.attested_at is not null)
    or (notice.audience = 'unattested' and self.attested_at is null)
    or (notice.audience = 'chosen' and ${account}::uuid = any(notice.accounts)))`

/** Newest first. */
export async function listNotices(executor: Executor, account: AccountId, memberId: string, filter: NoticeFilter, now: Date) {
  const wanted = [
    sql`true`,
    ...(filter.kind ? [sql`kind = ${filter.kind}`] : []),
    ...(filter.isUnread ? [sql`not "isRead"`] : []),
    ...(filter.cursor ? [sql`(at, "noticeId") < (select publish_at, notice_id from notice where notice_id = ${filter.cursor})`] : []),
  ]
  const { rows } = await sql<Row>`
    select * from (${shown(account, memberId, now)}) as seen
    where ${sql.join(wanted, sql` and `)} order by at desc, "noticeId" desc limit ${filter.pageSize + 1}`.execute(executor)
  return pageOf(rows, filter.pageSize, row => row.noticeId)
}

export async function countUnreadNotices(executor: Executor, account: AccountId, memberId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${shown(account, memberId, now)}) as seen where not "isRead"`.execute(executor)
  return firstOrThrow(rows).count
}

/** Refuses `not_found`, also for one that isn't for this account or was withdrawn. */
export async function readNotice(executor: Executor, account: AccountId, memberId: string, noticeId: string, now: Date): Promise<Row> {
  const { rows } = await sql<Row>`
    select * from (${shown(account, memberId, now)}) as seen where "noticeId" = ${noticeId}`.execute(executor)
  return rows[0] ?? refuse('not_found')
}

/** The oldest mandatory announcement that is unread; null: none. */
export async function mustReadNotice(executor: Executor, account: AccountId, memberId: string, now: Date): Promise<Row | null> {
  const { rows } = await sql<Row>`
    select * from (${shown(account, memberId, now)}) as seen
    where "isMustRead" and not "isRead" order by at, "noticeId" limit 1`.execute(executor)
  return rows[0] ?? null
}

/** Marks an announcement as read by a member. Refuses `not_found`. */
export async function markNoticeRead(tx: Tx, account: AccountId, memberId: string, noticeId: string, now: Date): Promise<void> {
  await readNotice(tx, account, memberId, noticeId, now)
  await tx
    .insertInto('notice_read')
    .values({ account_id: account, member_id: memberId, notice_id: noticeId, read_at: now })
    .onConflict(conflict => conflict.columns(['account_id', 'member_id', 'notice_id']).doNothing())
    .execute()
}

/** Marks all but the mandatory ones as read. Returns how many. */
export async function markAllRead(tx: Tx, account: AccountId, memberId: string, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into notice_read (account_id, member_id, notice_id, read_at)
    select ${account}::uuid, ${memberId}::uuid, "noticeId", ${now}::timestamptz from (${shown(account, memberId, now)}) as seen
    where not "isRead" and not "isMustRead"
    on conflict (account_id, member_id, notice_id) do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
