import { sql } from 'kysely'
import {
  channelsOf,
  type NotificationKind,
  type NotificationMethod,
  notificationKindNames,
} from '#contract/notification/notification-preference.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { countRecoveryCodes } from '#domain/identity/index.ts'
import { placeName } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { maskPhone } from '#values/phone.ts'
import { pick } from '#values/pick.ts'

const dayMs = 86_400_000

/** A member's own profile; phones are masked. */
export async function readProfile(tx: Tx, account: AccountId, memberId: string, now: Date) {
  const member = await tx
    .selectFrom('member')
    .selectAll()
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  const changeable = member.loginChangedAt ? nextLoginChange(member.loginChangedAt) : now
  return {
    memberId,
    ...pick(member, 'name', 'role', 'email', 'avatarId', 'passwordChangedAt', 'secondFactor', 'checksNewDevice', 'masksNumbers'),
    login: member.login === member.phone ? null : member.login,
    loginChangeableAt: changeable > now ? changeable : null,
    phone: maskPhone(member.phone),
    phoneChange: await waitingPhoneChange(tx, account, memberId),
    pendingEmail: await pendingEmail(tx, account, memberId, now),
    recoveryCodesLeft: await countRecoveryCodes(tx, account, memberId),
    notificationMethods: notificationKindNames.map(kind => ({ kind, channels: [...channelsOf(kind, member.notificationMethods)] })),
    joinedAt: member.createdAt,
    knownDevices: await countDevices(tx, account, memberId),
    lastSignIn: member.previousSignInAt
      ? {
          at: member.previousSignInAt,
          address: member.previousSignInAddress ?? '',
          place: placeName(member.previousSignInAddress ?? '') ?? '',
        }
      : null,
  }
}

const nextLoginChange = (changedAt: Date) => new Date(changedAt.getTime() + limits.loginChangeDays * dayMs)

async function waitingPhoneChange(tx: Tx, account: AccountId, memberId: string) {
  const row = await tx
    .selectFrom('phoneChange')
    .select(['changeId', 'newPhone'])
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row ? { changeId: row.changeId, phone: maskPhone(row.newPhone) } : null
}

async function pendingEmail(tx: Tx, account: AccountId, memberId: string, now: Date): Promise<string | null> {
  const row = await tx
    .selectFrom('emailLink')
    .select('email')
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row?.email ?? null
}

async function countDevices(tx: Tx, account: AccountId, memberId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('memberDevice')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Renames a member; returns the old name. */
export async function rename(tx: Tx, account: AccountId, memberId: string, name: string): Promise<string> {
  const before = await tx
    .selectFrom('member')
    .select('name')
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx.updateTable('member').set({ name }).where('accountId', '=', account).where('memberId', '=', memberId).execute()
  return before.name
}

/**
 * Changes a member's login name, at most once a year; setting the first is always allowed. Returns the old one. Refuses
 * `login_change_later`, `login_taken`.
 */
export async function changeLogin(
  tx: Tx,
  account: AccountId,
  { memberId, login, now }: { memberId: string; login: string; now: Date },
): Promise<string | null> {
  const member = await tx
    .selectFrom('member')
    .select(['login', 'phone', 'loginChangedAt'])
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const hasOne = member.login !== member.phone
  const changedAt = member.loginChangedAt
  if (changedAt && nextLoginChange(changedAt) > now)
    refuse('login_change_later', { days: Math.ceil((nextLoginChange(changedAt).getTime() - now.getTime()) / dayMs) })
  if (member.login.toLowerCase() !== login.toLowerCase()) {
    const claimed = await tx
      .insertInto('loginName')
      .values({ login: login.toLowerCase(), accountId: account, memberId })
      .onConflict(conflict => conflict.column('login').doNothing())
      .returning('login')
      .executeTakeFirst()
    if (!claimed) refuse('login_taken', {}, { login: '该登录名已被使用，请换一个' })
    if (hasOne) await releaseLogin(tx, account, member.login)
  }
  await tx
    .updateTable('member')
    .set({ login, ...(hasOne ? { loginChangedAt: now } : {}) })
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .execute()
  return hasOne ? member.login : null
}

/** Frees a login name for others. */
async function releaseLogin(tx: Tx, account: AccountId, login: string): Promise<void> {
  await tx.deleteFrom('loginName').where('accountId', '=', account).where('login', '=', login.toLowerCase()).execute()
}

/** Masks numbers for a member whose role may see them unmasked, or restores the role's default. */
export async function setMasking(tx: Tx, account: AccountId, memberId: string, masksNumbers: boolean): Promise<void> {
  await tx.updateTable('member').set({ masksNumbers }).where('accountId', '=', account).where('memberId', '=', memberId).execute()
}

/** Sets by which methods a member is notified of a kind of notification; mandatory ones stay on. */
export async function setNotificationMethods(
  tx: Tx,
  account: AccountId,
  { memberId, kind, channels }: { memberId: string; kind: NotificationKind; channels: readonly NotificationMethod[] },
): Promise<void> {
  const choice = JSON.stringify({ [kind]: channelsOf(kind, { [kind]: [...new Set(channels)] }) })
  await sql`update member set notification_methods = notification_methods || ${choice}::jsonb
    where account_id = ${account} and member_id = ${memberId}`.execute(tx)
}
