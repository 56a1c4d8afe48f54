import { sql } from 'kysely'
import { type NoticeAudience, type NoticeState, noticeMay, noticeStates } from '#contract/notification/admin-notice.ts'
import type { NoticeKind } from '#contract/notification/notice.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { pageOf } from '#values/page.ts'

export interface NoticeFacts {
  kind: NoticeKind
  title: string
  body: string
  audience: NoticeAudience
  /** For the audience `chosen`. */
  accountIds: readonly AccountId[]
  isMustRead: boolean
}

interface Row {
  noticeId: string
  kind: NoticeKind
  title: string
  body: string
  audience: NoticeAudience
  accountIds: AccountId[]
  accountCount: number
  isMustRead: boolean
  state: NoticeState
  publishAt: Date | null
  writtenBy: string
  changedAt: Date
  readerCount: number
}

const rowsOf = (now: Date) => sql`
  select notice.notice_id as "noticeId", notice.kind, notice.title, notice.body, notice.audience, notice.accounts as "accountIds",
    cardinality(notice.accounts) as "accountCount", notice.is_must_read as "isMustRead",
    case when notice.state = 'published' and notice.publish_at > ${now} then 'scheduled' else notice.state end as state,
    notice.publish_at as "publishAt", coalesce(staff.name, '系统') as "writtenBy", notice.changed_at as "changedAt",
    (select count(*) from notice_read where notice_id = notice.notice_id) as "readerCount"
  from notice left join staff on staff.staff_id = notice.written_by`

/** All announcements, newest first. */
export async function listAllNotices(
  executor: Executor,
  filter: { state?: NoticeState | undefined; kind?: NoticeKind | undefined; cursor?: string | undefined; pageSize: number },
  now: Date,
) {
  const wanted = [
    sql`true`,
    ...(filter.state ? [sql`state = ${filter.state}`] : []),
    ...(filter.kind ? [sql`kind = ${filter.kind}`] : []),
    ...(filter.cursor ? [sql`"noticeId" < ${filter.cursor}`] : []),
  ]
  const { rows } = await sql<Row>`
    select * from (${rowsOf(now)}) as written -- across accounts: how many have read it
    where ${sql.join(wanted, sql` and `)} order by "noticeId" desc limit ${filter.pageSize + 1}`.execute(executor)
  return pageOf(rows, filter.pageSize, row => row.noticeId)
}

/** Refuses `not_found`. */
export async function readWrittenNotice(executor: Executor, noticeId: string, now: Date) {
  const { rows } = await sql<Row>`
    select * from (${rowsOf(now)}) as written -- across accounts: how many have read it
    where "noticeId" = ${noticeId}`.execute(executor)
  const row = rows[0] ?? refuse('not_found')
  const accounts =
    row.accountIds.length === 0
      ? []
      : await executor
          .selectFrom('account')
          .select(['account_id as accountId', 'name'])
          .where('account_id', 'in', row.accountIds)
          .orderBy('name')
          .execute()
  return { ...row, accounts }
}

/** Creates a draft. Refuses `notice_accounts` when the chosen customers are none or don't all exist. */
export async function createNotice(tx: Tx, facts: NoticeFacts, by: { staffId: string; now: Date }): Promise<string> {
  const noticeId = newId()
  await tx
    .insertInto('notice')
    .values({
      ...(await columnsOf(tx, facts)),
      notice_id: noticeId,
      state: 'draft',
      written_by: by.staffId,
      created_at: by.now,
      changed_at: by.now,
    })
    .execute()
  return noticeId
}

async function columnsOf(tx: Tx, { kind, title, body, audience, accountIds, isMustRead }: NoticeFacts) {
  const chosen = audience === 'chosen' ? [...new Set(accountIds)] : []
  if (audience === 'chosen') {
    const found = chosen.length === 0 ? [] : await tx.selectFrom('account').select('account_id').where('account_id', 'in', chosen).execute()
    if (found.length === 0 || found.length < chosen.length) refuse('notice_accounts')
  }
  return { kind, title, body, audience, accounts: chosen, is_must_read: isMustRead }
}

/**
 * Locks an announcement and returns it with its current state. Refuses `not_found`, and `notice_state` when its state
 * doesn't allow the action.
 */
async function lockNotice(tx: Tx, noticeId: string, act: Parameters<typeof noticeMay>[0], now: Date) {
  const row = await tx.selectFrom('notice').selectAll().where('notice_id', '=', noticeId).forUpdate().executeTakeFirst()
  if (!row) refuse('not_found')
  const state: NoticeState = row.state === 'published' && row.publish_at! > now ? 'scheduled' : row.state
  if (!noticeMay(act, state)) refuse('notice_state', { state: noticeStates[state].name })
  return row
}

/** Edits an announcement that isn't visible. Returns the old one. */
export async function editNotice(tx: Tx, noticeId: string, facts: NoticeFacts, now: Date) {
  const row = await lockNotice(tx, noticeId, 'edit', now)
  await tx
    .updateTable('notice')
    .set({ ...(await columnsOf(tx, facts)), changed_at: now })
    .where('notice_id', '=', noticeId)
    .execute()
  return {
    kind: row.kind,
    title: row.title,
    body: row.body,
    audience: row.audience,
    isMustRead: row.is_must_read,
  }
}

/**
 * Publishes an announcement at a moment, now without one. A withdrawn one comes back as unread. Refuses `notice_past`.
 */
export async function publishNotice(tx: Tx, noticeId: string, publishAt: Date | null, now: Date): Promise<{ title: string }> {
  const row = await lockNotice(tx, noticeId, 'publish', now)
  if (publishAt && publishAt <= now) refuse('notice_past')
  await sql`delete from notice_read -- across accounts: shown anew, it is unread for everybody
    where notice_id = ${noticeId}`.execute(tx)
  await tx
    .updateTable('notice')
    .set({ state: 'published', publish_at: publishAt ?? now, withdrawn_at: null, changed_at: now })
    .where('notice_id', '=', noticeId)
    .execute()
  return { title: row.title }
}

/** Withdraws an announcement: nobody sees it any more. */
export async function withdrawNotice(tx: Tx, noticeId: string, now: Date): Promise<{ title: string }> {
  const row = await lockNotice(tx, noticeId, 'withdraw', now)
  await tx.updateTable('notice').set({ state: 'withdrawn', withdrawn_at: now, changed_at: now }).where('notice_id', '=', noticeId).execute()
  return { title: row.title }
}

export async function removeNotice(tx: Tx, noticeId: string, now: Date): Promise<{ title: string }> {
  const row = await lockNotice(tx, noticeId, 'remove', now)
  await tx.deleteFrom('notice').where('notice_id', '=', noticeId).execute()
  return { title: row.title }
}
