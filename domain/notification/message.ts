import { roles } from '#contract/identity/permission.ts'
import { type NotificationChoice, type NotificationKind, notificationKinds } from '#contract/notification/notification-preference.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { enqueueJob } from '#domain/platform/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { pick } from '#values/pick.ts'

export interface Notification {
  kind: NotificationKind
  /** One line, without a full stop. */
  title: string
  /** A sentence or a few; plain text. Never a secret or a whole phone number. */
  body: string
  /** A page of the console that shows it, with its query: `/sms/signature?id=…`. */
  link?: string
  /** One member only; else all of the account. */
  memberId?: string
  /** Shown in the message centre only, not sent by SMS or mail. */
  isConsoleOnly?: boolean
  now: Date
}

/**
 * Notifies an account: in its message centre, and by SMS and mail to the members who chose so, once the transaction of
 * the event has committed. Returns the message's id.
 */
export async function notifyAccount(tx: Tx, account: AccountId, notification: Notification): Promise<string> {
  const messageId = newId()
  await tx
    .insertInto('notification')
    .values({
      accountId: account,
      messageId,
      memberId: notification.memberId ?? null,
      ...pick(notification, 'kind', 'title', 'body'),
      link: notification.link ?? null,
      notifiedAt: notification.now,
      passedOnAt: notification.isConsoleOnly ? notification.now : null,
    })
    .execute()
  if (!notification.isConsoleOnly) await enqueueJob(tx, 'notify_members', { account, messageId })
  return messageId
}

/** Claims a message for SMS and mail, at most once; null when it was claimed before or is gone. */
export async function claimNotification(tx: Tx, account: AccountId, messageId: string, now: Date) {
  const row = await tx
    .updateTable('notification')
    .set({ passedOnAt: now })
    .where('accountId', '=', account)
    .where('messageId', '=', messageId)
    .where('passedOnAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  return { kind: row.kind, title: row.title, body: row.body, link: row.link, memberId: row.memberId }
}

export interface NotifiedMember {
  memberId: string
  phone: string
  /** Null when none is verified. */
  email: string | null
  choice: NotificationChoice
}

/** Recipients of a message: one member, or all whose role may see its subject. */
export async function notifiedMembers(
  executor: Executor,
  account: AccountId,
  { kind, memberId }: { kind: NotificationKind; memberId: string | null },
): Promise<NotifiedMember[]> {
  const rows = await executor
    .selectFrom('member')
    .select(['memberId', 'phone', 'email', 'emailVerifiedAt', 'notificationMethods', 'role'])
    .where('accountId', '=', account)
    .where('state', '=', 'active')
    .execute()
  const isFor = (row: (typeof rows)[number]) =>
    memberId ? row.memberId === memberId : roles[row.role].may.some(one => one === notificationKinds[kind].permission)
  return rows.filter(isFor).map(row => ({
    memberId: row.memberId,
    phone: row.phone,
    email: row.emailVerifiedAt ? row.email : null,
    choice: row.notificationMethods,
  }))
}
