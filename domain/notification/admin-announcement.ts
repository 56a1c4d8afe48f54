import { sql } from 'kysely'
import {
  type AnnouncementAudience,
  type AnnouncementState,
  announcementStates,
  notificationMay,
} from '#contract/notification/admin-announcement.ts'
import type { AnnouncementKind } from '#contract/notification/announcement.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { pageOf } from '#values/page.ts'
import { pick } from '#values/pick.ts'

export interface AnnouncementFacts {
  kind: AnnouncementKind
  title: string
  body: string
  audience: AnnouncementAudience
  /** For the audience `chosen`. */
  accountIds: readonly AccountId[]
  isMustRead: boolean
}

interface Row {
  announcementId: string
  kind: AnnouncementKind
  title: string
  body: string
  audience: AnnouncementAudience
  accountIds: AccountId[]
  accountCount: number
  isMustRead: boolean
  state: AnnouncementState
  publishAt: Date | null
  writtenBy: string
  changedAt: Date
  readerCount: number
}

const rowsOf = (now: Date) => sql`
  select announcement.announcement_id as "announcementId", announcement.kind, announcement.title, announcement.body, announcement.audience, announcement.accounts as "accountIds",
    cardinality(announcement.accounts) as "accountCount", announcement.is_must_read,
    case when announcement.state = 'published' and announcement.publish_at > ${now} then 'scheduled' else announcement.state end as state,
    announcement.publish_at, coalesce(staff.name, '系统') as "writtenBy", announcement.changed_at
  from announcement left join staff on staff.staff_id = announcement.written_by`

/** All announcements, newest first. */
export async function listAllAnnouncements(
  executor: Executor,
  filter: { state?: AnnouncementState | undefined; kind?: AnnouncementKind | undefined; cursor?: string | undefined; pageSize: number },
  now: Date,
) {
  const wanted = [
    sql`true`,
    ...(filter.state ? [sql`state = ${filter.state}`] : []),
    ...(filter.kind ? [sql`kind = ${filter.kind}`] : []),
    ...(filter.cursor ? [sql`"announcementId" < ${filter.cursor}`] : []),
  ]
  const { rows } = await sql<Omit<Row, 'readerCount'>>`
    select * from (${rowsOf(now)}) as written
    where ${sql.join(wanted, sql` and `)} order by "announcementId" desc limit ${filter.pageSize + 1}`.execute(executor)
  const page = pageOf(rows, filter.pageSize, row => row.announcementId)
  return { ...page, rows: await withReaders(executor, page.rows) }
}

async function withReaders(executor: Executor, rows: readonly Omit<Row, 'readerCount'>[]): Promise<Row[]> {
  const { rows: read } = await sql<{ announcementId: string; count: number }>`
    -- across accounts: how many have read it
    select announcement_id, count(*) as count from announcement_read
    where announcement_id = any(${rows.map(row => row.announcementId)}::uuid[]) group by announcement_id`.execute(executor)
  const counts = new Map(read.map(row => [row.announcementId, row.count]))
  return rows.map(row => ({ ...row, readerCount: counts.get(row.announcementId) ?? 0 }))
}

/** Refuses `not_found`. */
export async function readWrittenAnnouncement(executor: Executor, announcementId: string, now: Date) {
  const { rows } = await sql<Omit<Row, 'readerCount'>>`
    select * from (${rowsOf(now)}) as written
    where "announcementId" = ${announcementId}`.execute(executor)
  const [row] = await withReaders(executor, rows)
  if (!row) refuse('not_found')
  const accounts =
    row.accountIds.length === 0
      ? []
      : await executor
          .selectFrom('account')
          .select(['accountId', 'name'])
          .where('accountId', 'in', row.accountIds)
          .orderBy('name')
          .execute()
  return { ...row, accounts }
}

/** Creates a draft. Refuses `announcement_accounts` when the chosen customers are none or don't all exist. */
export async function createAnnouncement(tx: Tx, facts: AnnouncementFacts, by: { staffId: string; now: Date }): Promise<string> {
  const announcementId = newId()
  await tx
    .insertInto('announcement')
    .values({
      ...(await columnsOf(tx, facts)),
      announcementId,
      state: 'draft',
      writtenBy: by.staffId,
      createdAt: by.now,
      changedAt: by.now,
    })
    .execute()
  return announcementId
}

async function columnsOf(tx: Tx, { kind, title, body, audience, accountIds, isMustRead }: AnnouncementFacts) {
  const chosen = audience === 'chosen' ? [...new Set(accountIds)] : []
  if (audience === 'chosen') {
    const found = chosen.length === 0 ? [] : await tx.selectFrom('account').select('accountId').where('accountId', 'in', chosen).execute()
    if (found.length === 0 || found.length < chosen.length) refuse('announcement_accounts')
  }
  return { kind, title, body, audience, accounts: chosen, isMustRead }
}

/**
 * Locks an announcement and returns it with its current state. Refuses `not_found`, and `announcement_state` when its
 * state
 * doesn't allow the action.
 */
async function lockAnnouncement(tx: Tx, announcementId: string, act: Parameters<typeof notificationMay>[0], now: Date) {
  const row = await tx.selectFrom('announcement').selectAll().where('announcementId', '=', announcementId).forUpdate().executeTakeFirst()
  if (!row) refuse('not_found')
  const state: AnnouncementState = row.state === 'published' && row.publishAt && row.publishAt > now ? 'scheduled' : row.state
  if (!notificationMay(act, state)) refuse('announcement_state', { state: announcementStates[state] })
  return row
}

/** Edits an announcement that isn't visible. Returns the old one. */
export async function editAnnouncement(tx: Tx, announcementId: string, facts: AnnouncementFacts, now: Date) {
  const row = await lockAnnouncement(tx, announcementId, 'edit', now)
  await tx
    .updateTable('announcement')
    .set({ ...(await columnsOf(tx, facts)), changedAt: now })
    .where('announcementId', '=', announcementId)
    .execute()
  return pick(row, 'kind', 'title', 'body', 'audience', 'isMustRead')
}

/**
 * Publishes an announcement at a moment, now without one. A withdrawn one comes back as unread. Refuses
 * `announcement_past`.
 */
export async function publishAnnouncement(tx: Tx, announcementId: string, publishAt: Date | null, now: Date): Promise<{ title: string }> {
  const row = await lockAnnouncement(tx, announcementId, 'publish', now)
  if (publishAt && publishAt <= now) refuse('announcement_past')
  await sql`delete from announcement_read -- across accounts: shown anew, it is unread for everybody
    where announcement_id = ${announcementId}`.execute(tx)
  await tx
    .updateTable('announcement')
    .set({ state: 'published', publishAt: publishAt ?? now, withdrawnAt: null, changedAt: now })
    .where('announcementId', '=', announcementId)
    .execute()
  return { title: row.title }
}

/** Withdraws an announcement: nobody sees it any more. */
export async function withdrawAnnouncement(tx: Tx, announcementId: string, now: Date): Promise<{ title: string }> {
  const row = await lockAnnouncement(tx, announcementId, 'withdraw', now)
  await tx
    .updateTable('announcement')
    .set({ state: 'withdrawn', withdrawnAt: now, changedAt: now })
    .where('announcementId', '=', announcementId)
    .execute()
  return { title: row.title }
}

export async function removeAnnouncement(tx: Tx, announcementId: string, now: Date): Promise<{ title: string }> {
  const row = await lockAnnouncement(tx, announcementId, 'remove', now)
  await tx.deleteFrom('announcement').where('announcementId', '=', announcementId).execute()
  return { title: row.title }
}
