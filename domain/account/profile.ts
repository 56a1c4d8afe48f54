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

const dayMs = 86_400_000

/** A member's own profile; phones are masked. */
export async function readProfile(tx: Tx, account: AccountId, memberId: string, now: Date) {
  const member = await tx
    .selectFrom('member')
    .selectAll()
    .where('account_id', '=', account)
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  const changeable = member.login_changed_at ? nextLoginChange(member.login_changed_at) : now
  return {
    memberId,
    name: member.name,
    login: member.login === member.phone ? null : member.login,
    loginChangeableAt: changeable > now ? changeable : null,
    role: member.role,
    phone: maskPhone(member.phone),
    phoneChange: await waitingPhoneChange(tx, account, memberId),
    email: member.email,
    pendingEmail: await pendingEmail(tx, account, memberId, now),
    avatarId: member.avatar_id,
    passwordChangedAt: member.password_changed_at,
    secondFactor: member.second_factor,
    checksNewDevice: member.checks_new_device,
    recoveryCodesLeft: await countRecoveryCodes(tx, account, memberId),
    masksNumbers: member.masks_numbers,
    notificationMethods: notificationKindNames.map(kind => ({ kind, channels: [...channelsOf(kind, member.notification_methods)] })),
    joinedAt: member.created_at,
    knownDevices: await countDevices(tx, account, memberId),
    lastSignIn: member.previous_sign_in_at
      ? {
          at: member.previous_sign_in_at,
          address: member.previous_sign_in_address ?? '',
          place: placeName(member.previous_sign_in_address ?? '') ?? '',
        }
      : null,
  }
}

const nextLoginChange = (changedAt: Date) => new Date(changedAt.getTime() + limits.loginChangeDays * dayMs)

async function waitingPhoneChange(tx: Tx, account: AccountId, memberId: string) {
  const row = await tx
    .selectFrom('phone_change')
    .select(['change_id', 'new_phone', 'asked_at'])
    .where('account_id', '=', account)
    .where('member_id', '=', memberId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row ? { changeId: row.change_id, phone: maskPhone(row.new_phone), askedAt: row.asked_at } : null
}

async function pendingEmail(tx: Tx, account: AccountId, memberId: string, now: Date): Promise<string | null> {
  const row = await tx
    .selectFrom('email_link')
    .select('email')
    .where('account_id', '=', account)
    .where('member_id', '=', memberId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.email ?? null
}

async function countDevices(tx: Tx, account: AccountId, memberId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('member_device')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', account)
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Renames a member; returns the old name. */
export async function rename(tx: Tx, account: AccountId, memberId: string, name: string): Promise<string> {
  const before = await tx
    .selectFrom('member')
    .select('name')
    .where('account_id', '=', account)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx.updateTable('member').set({ name }).where('account_id', '=', account).where('member_id', '=', memberId).execute()
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
    .select(['login', 'phone', 'login_changed_at'])
    .where('account_id', '=', account)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const hasOne = member.login !== member.phone
  const changedAt = member.login_changed_at
  if (changedAt && nextLoginChange(changedAt) > now)
    refuse('login_change_later', { days: Math.ceil((nextLoginChange(changedAt).getTime() - now.getTime()) / dayMs) })
  if (member.login.toLowerCase() !== login.toLowerCase()) {
    const claimed = await tx
      .insertInto('login_name')
      .values({ login: login.toLowerCase(), account_id: account, member_id: memberId })
      .onConflict(conflict => conflict.column('login').doNothing())
      .returning('login')
      .executeTakeFirst()
    if (!claimed) refuse('login_taken', {}, { login: '该登录名已被使用，请换一个' })
    if (hasOne) await releaseLogin(tx, account, member.login)
  }
  await tx
    .updateTable('member')
    .set({ login, ...(hasOne ? { login_changed_at: now } : {}) })
    .where('account_id', '=', account)
    .where('member_id', '=', memberId)
    .execute()
  return hasOne ? member.login : null
}

/** Frees a login name for others. */
async function releaseLogin(tx: Tx, account: AccountId, login: string): Promise<void> {
  await tx.deleteFrom('login_name').where('account_id', '=', account).where('login', '=', login.toLowerCase()).execute()
}

/** Masks numbers for a member whose role may see them unmasked, or restores the role's default. */
export async function setMasking(tx: Tx, account: AccountId, memberId: string, masksNumbers: boolean): Promise<void> {
  await tx
    .updateTable('member')
    .set({ masks_numbers: masksNumbers })
    .where('account_id', '=', account)
    .where('member_id', '=', memberId)
    .execute()
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
