import type { Role } from '#contract/identity/permission.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { closeSessionsOf, setFactor } from '#domain/identity/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { maskPhone } from '#values/phone.ts'
import { pick } from '#values/pick.ts'

export type GivenRole = Exclude<Role, 'owner'>

/** Members of an account, the owner first, then in the order of joining. Phones are masked. */
export async function listMembers(tx: Tx, account: AccountId, now: Date) {
  const rows = await tx
    .selectFrom('member')
    .selectAll()
    .where('accountId', '=', account)
    .where('state', '=', 'active')
    .orderBy('memberId')
    .execute()
  const online = await tx
    .selectFrom('session')
    .select('memberId')
    .distinct()
    .where('accountId', '=', account)
    .where('staffId', 'is', null)
    .where('expiresAt', '>', now)
    .where('lastSeenAt', '>', new Date(now.getTime() - limits.sessionIdleMinutes * 60_000))
    .execute()
  const onlineIds = new Set(online.map(row => row.memberId))
  const members = rows.map(row => ({
    ...pick(row, 'memberId', 'name', 'role', 'avatarId', 'secondFactor', 'lastSignInAt'),
    login: row.login === row.phone ? null : row.login,
    phone: maskPhone(row.phone),
    isOnline: onlineIds.has(row.memberId),
  }))
  return [...members.filter(({ role }) => role === 'owner'), ...members.filter(({ role }) => role !== 'owner')]
}

interface NewMember {
  memberId: string
  phone: string
  /** A name to sign in with besides the phone; empty for none. */
  login: string
  name: string
  role: GivenRole
  passwordHash: string
  now: Date
}

/**
 * Adds a member whose phone is verified. Refuses `invitation_phone_taken` if it signs in to another account,
 * `login_taken`.
 */
export async function addMember(
  tx: Tx,
  account: AccountId,
  { memberId, phone, login, name, role, passwordHash, now }: NewMember,
): Promise<void> {
  const logins = [...new Set([phone, (login || phone).toLowerCase()])]
  const claimed = await tx
    .insertInto('loginName')
    .values(logins.map(one => ({ login: one, accountId: account, memberId })))
    .onConflict(conflict => conflict.column('login').doNothing())
    .returning('login')
    .execute()
  if (!claimed.some(one => one.login === phone)) refuse('invitation_phone_taken')
  if (claimed.length < logins.length) refuse('login_taken', {}, { login: '该登录名已被使用，请换一个' })
  await tx
    .insertInto('member')
    .values({
      accountId: account,
      memberId,
      login: login || phone,
      phone,
      name,
      role,
      passwordHash,
      passwordChangedAt: now,
      createdAt: now,
    })
    .execute()
}

interface Act {
  memberId: string
  /** The member who acts. */
  byMemberId: string
}

/**
 * The member that an act concerns, locked. Refuses `not_found`, `member_is_owner`, and `member_is_self` for the acting
 * member.
 */
async function lockOther(tx: Tx, account: AccountId, { memberId, byMemberId }: Act) {
  const row = await tx
    .selectFrom('member')
    .select(['name', 'role', 'login', 'phone'])
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .where('state', '=', 'active')
    .forUpdate()
    .executeTakeFirst()
  if (!row) refuse('not_found')
  if (memberId === byMemberId) refuse('member_is_self')
  if (row.role === 'owner') refuse('member_is_owner')
  return { ...row, role: row.role }
}

async function setRole(tx: Tx, account: AccountId, memberId: string, role: Role): Promise<void> {
  await tx.updateTable('member').set({ role }).where('accountId', '=', account).where('memberId', '=', memberId).execute()
}

/**
 * Changes a member's role and ends its sessions, so that the next one has the new permissions. Refuses `not_found`,
 * `member_is_self`, `member_is_owner`.
 */
export async function changeRole(
  tx: Tx,
  account: AccountId,
  { role, ...act }: Act & { role: GivenRole },
): Promise<{ name: string; before: GivenRole }> {
  const member = await lockOther(tx, account, act)
  if (member.role !== role) {
    await setRole(tx, account, act.memberId, role)
    await closeSessionsOf(tx, account, act.memberId)
  }
  return { name: member.name, before: member.role }
}

/** Removes a member's second factor, so that the password alone signs in. Refuses like `changeRole`. */
export async function resetMemberFactor(tx: Tx, account: AccountId, act: Act): Promise<{ name: string }> {
  const { name } = await lockOther(tx, account, act)
  await setFactor(tx, account, act.memberId, 'none')
  await closeSessionsOf(tx, account, act.memberId)
  return { name }
}

/**
 * Removes a member: ends its sessions and frees its login names; the row stays for names in logs. Refuses like
 * `changeRole`.
 */
export async function removeMember(
  tx: Tx,
  account: AccountId,
  { now, ...act }: Act & { now: Date },
): Promise<{ name: string; role: GivenRole }> {
  const { name, role } = await lockOther(tx, account, act)
  await leave(tx, account, act.memberId, now)
  return { name, role }
}

/** Deletes a member's sessions, login names and personal data. */
export async function leave(tx: Tx, account: AccountId, memberId: string, now: Date): Promise<void> {
  await tx.deleteFrom('session').where('accountId', '=', account).where('memberId', '=', memberId).execute()
  await tx.deleteFrom('loginName').where('accountId', '=', account).where('memberId', '=', memberId).execute()
  for (const table of ['memberAvatar', 'memberPassword', 'recoveryCode', 'memberDevice', 'emailLink'] as const)
    await tx.deleteFrom(table).where('accountId', '=', account).where('memberId', '=', memberId).execute()
  await tx
    .updateTable('phoneChange')
    .set({ state: 'cancelled', decidedAt: now })
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .where('state', '=', 'waiting')
    .execute()
  await tx
    .updateTable('member')
    .set({
      state: 'removed',
      removedAt: now,
      passwordHash: '-',
      email: null,
      emailVerifiedAt: null,
      secondFactor: 'none',
      totpSecret: null,
      totpDraft: null,
      avatarId: null,
    })
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .execute()
}

/**
 * Transfers ownership to another member; the previous owner becomes an administrator. Ends the sessions of both except
 * the present one. Refuses `not_found`, `member_is_self`.
 */
export async function transferOwnership(
  tx: Tx,
  account: AccountId,
  { sessionId, ...act }: Act & { sessionId: string },
): Promise<{ name: string }> {
  // Concurrent transfers wait here; otherwise an account could get two owners.
  await tx.selectFrom('account').select('accountId').where('accountId', '=', account).forUpdate().executeTakeFirstOrThrow()
  const { name } = await lockOther(tx, account, act)
  await setRole(tx, account, act.byMemberId, 'administrator')
  await setRole(tx, account, act.memberId, 'owner')
  await closeSessionsOf(tx, account, act.memberId)
  await closeSessionsOf(tx, account, act.byMemberId, sessionId)
  return { name }
}
