import { type RawBuilder, sql } from 'kysely'
import { type Role, roles } from '#contract/identity/permission.ts'
import { type NotificationKind, notificationKindNames, notificationKinds } from '#contract/notification/notification-preference.ts'
import { refuse } from '#contract/refusals.ts'
import { accountRow } from '#db/account-row.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pageOf } from '#values/page.ts'

/** Reader of an inbox: sees messages to this member, and those to all whose role may see them. */
export interface Reader {
  memberId: string
  role: Role
}

export interface InboxFilter {
  kind?: NotificationKind | undefined
  isUnread?: boolean | undefined
  cursor?: string | undefined
  pageSize: number
}

interface Row {
  notificationId: string
  kind: NotificationKind
  title: string
  body: string
  link: string | null
  at: Date
  isRead: boolean
}

const kindsFor = (role: Role) =>
  notificationKindNames.filter(kind => roles[role].may.some(one => one === notificationKinds[kind].permission))

const isFor = (account: AccountId, { memberId, role }: Reader): RawBuilder<unknown> =>
  sql`notification.account_id = ${account} and (notification.member_id = ${memberId} or (notification.member_id is null and notification.kind = any(${kindsFor(role)})))`

const isRead = (account: AccountId, { memberId }: Reader): RawBuilder<boolean> => sql<boolean>`(
  notification.message_id <= coalesce((select read_until from notification_mark where account_id = ${account} and member_id = ${memberId}),
    '00000000-0000-0000-0000-000000000000')
  or exists (select from notification_read where account_id = ${account} and member_id = ${memberId} and message_id = notification.message_id))`

const columns = (account: AccountId, reader: Reader) => sql`
  notification.message_id as "notificationId", notification.kind, notification.title, notification.body, notification.link, notification.notified_at as at, ${isRead(account, reader)} as "isRead"`

/** Messages of the message centre, newest first. */
export async function listNotifications(executor: Executor, account: AccountId, reader: Reader, filter: InboxFilter) {
  const wanted = [
    isFor(account, reader),
    ...(filter.kind ? [sql`notification.kind = ${filter.kind}`] : []),
    ...(filter.isUnread ? [sql`not ${isRead(account, reader)}`] : []),
    ...(filter.cursor ? [sql`notification.message_id < ${filter.cursor}`] : []),
  ]
  const { rows } = await sql<Row>`
    select ${columns(account, reader)} from notification where ${sql.join(wanted, sql` and `)}
    order by notification.message_id desc limit ${filter.pageSize + 1}`.execute(executor)
  return pageOf(rows, filter.pageSize, row => row.notificationId)
}

/** Number of a member's unread messages. */
export async function countUnreadNotifications(executor: Executor, account: AccountId, reader: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from notification
    where ${isFor(account, reader)} and not ${isRead(account, reader)}`.execute(executor)
  return firstOrThrow(rows).count
}

/** One message. Refuses `not_found`, also for one that isn't for this reader. */
export async function findNotification(executor: Executor, account: AccountId, reader: Reader, notificationId: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select ${columns(account, reader)} from notification
    where ${isFor(account, reader)} and notification.message_id = ${notificationId}`.execute(executor)
  return rows[0] ?? refuse('not_found')
}

/** Refuses `not_found`. */
export async function readNotification(tx: Tx, account: AccountId, reader: Reader, notificationId: string): Promise<void> {
  await findNotification(tx, account, reader, notificationId)
  await tx
    .insertInto('notificationRead')
    .values({ accountId: account, memberId: reader.memberId, messageId: notificationId })
    .onConflict(conflict => conflict.columns(['accountId', 'memberId', 'messageId']).doNothing())
    .execute()
}

/** Marks everything up to now as read. */
export async function readAllNotifications(tx: Tx, account: AccountId, { memberId }: Reader): Promise<void> {
  await sql`
    insert into notification_mark (account_id, member_id, read_until)
    select owner.account_id, ${memberId}::uuid, newest.message_id
    from ${accountRow(account)}
    cross join (select message_id from notification where account_id = ${account} order by message_id desc limit 1) as newest
    on conflict (account_id, member_id) do update set read_until = excluded.read_until`.execute(tx)
  await tx.deleteFrom('notificationRead').where('accountId', '=', account).where('memberId', '=', memberId).execute()
}
