import { createHash, randomBytes } from 'node:crypto'
import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import { openSession, recordAuditLog, refuseCommonPassword, type SessionOrigin } from '#domain/identity/index.ts'
import { hashPassword, takeOne } from '#domain/platform/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { maskPhone } from '#values/phone.ts'
import { pick } from '#values/pick.ts'
import { addMember, type GivenRole } from './member.ts'

const dayMs = 86_400_000
const digest = (token: string) => createHash('sha256').update(token).digest()

/** The token contains the account, because a visitor has no other way to say whose invitation it is. */
const newToken = (account: AccountId): string =>
  Buffer.concat([Buffer.from(account.replaceAll('-', ''), 'hex'), randomBytes(18)]).toString('base64url')

function accountOf(token: string): AccountId | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 34) return null
  const hex = bytes.subarray(0, 16).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}` as AccountId
}

interface Invite {
  phone: string
  name: string
  role: GivenRole
  byMemberId: string
  now: Date
}

/** Rate limit of invitations: one message a minute and five a day per number, over all accounts. */
const redeemInvitation = (tx: Tx, phone: string, now: Date) =>
  takeOne(
    tx,
    [
      { key: `invite:${phone}:minute`, limit: { windowMs: 60_000, most: 1 } },
      { key: `invite:${phone}:day`, limit: { windowMs: dayMs, most: 5 } },
    ],
    now,
    waitMs =>
      refuse('code_limited', { seconds: Math.ceil(waitMs / 1000), wait: waitMs <= 120_000 ? `${Math.ceil(waitMs / 1000)}秒` : '一天' }),
  )

/**
 * Invites a person; returns the token of the link that the caller sends by SMS. Refuses `member_exists` for a number of
 * this account, `invitation_exists`, `too_many`, `code_limited`. Doesn't reveal whether the number belongs to another
 * account.
 */
export async function invite(tx: Tx, account: AccountId, input: Invite): Promise<{ invitationId: string; token: string }> {
  const { phone, name, role, now } = input
  await tx.selectFrom('account').select('accountId').where('accountId', '=', account).forUpdate().executeTakeFirstOrThrow()
  const members = await tx.selectFrom('member').select('phone').where('accountId', '=', account).where('state', '=', 'active').execute()
  if (members.some(member => member.phone === phone)) refuse('member_exists', {}, { phone: '该手机号已是账户成员' })
  const waiting = await tx
    .selectFrom('invitation')
    .select(['phone', 'expiresAt', 'invitationId'])
    .where('accountId', '=', account)
    .where('state', '=', 'waiting')
    .execute()
  const earlier = waiting.find(row => row.phone === phone)
  if (earlier && earlier.expiresAt > now) refuse('invitation_exists', {}, { phone: '已邀请过该手机号，可在列表中重新发送' })
  const open = waiting.filter(row => row.expiresAt > now).length
  if (open >= limits.waitingInvitations) refuse('too_many', { limit: limits.waitingInvitations, noun: '待接受的邀请' })
  if (members.length - 1 + open >= limits.members) refuse('too_many', { limit: limits.members, noun: '成员' })
  if (earlier) await revokeInvitation(tx, account, { invitationId: earlier.invitationId, now })
  await redeemInvitation(tx, phone, now)
  const invitationId = newId()
  const token = newToken(account)
  await tx
    .insertInto('invitation')
    .values({
      accountId: account,
      invitationId,
      phone,
      name,
      role,
      tokenHash: digest(token),
      state: 'waiting',
      invitedBy: input.byMemberId,
      invitedAt: now,
      expiresAt: new Date(now.getTime() + limits.invitationDays * dayMs),
    })
    .execute()
  return { invitationId, token }
}

/** Replaces the link of an invitation; returns the new token and the number. Refuses `not_found`, `code_limited`. */
export async function resendInvitation(
  tx: Tx,
  account: AccountId,
  { invitationId, now }: { invitationId: string; now: Date },
): Promise<{ token: string; phone: string }> {
  const token = newToken(account)
  const row = await tx
    .updateTable('invitation')
    .set({ tokenHash: digest(token), expiresAt: new Date(now.getTime() + limits.invitationDays * dayMs) })
    .where('accountId', '=', account)
    .where('invitationId', '=', invitationId)
    .where('state', '=', 'waiting')
    .returning('phone')
    .executeTakeFirst()
  if (!row) refuse('not_found')
  await redeemInvitation(tx, row.phone, now)
  return { token, phone: row.phone }
}

/** Revokes an invitation and its link. Refuses `not_found`. */
export async function revokeInvitation(
  tx: Tx,
  account: AccountId,
  { invitationId, now }: { invitationId: string; now: Date },
): Promise<void> {
  const row = await tx
    .updateTable('invitation')
    .set({ state: 'cancelled', endedAt: now })
    .where('accountId', '=', account)
    .where('invitationId', '=', invitationId)
    .where('state', '=', 'waiting')
    .returning('invitationId')
    .executeTakeFirst()
  if (!row) refuse('not_found')
}

/** Invitations not yet accepted, the latest first; phones are masked. */
export async function listInvitations(tx: Tx, account: AccountId, now: Date) {
  const rows = await tx
    .selectFrom('invitation')
    .innerJoin('member', join => join.onRef('member.accountId', '=', 'invitation.accountId').onRef('member.memberId', '=', 'invitedBy'))
    .select(['invitationId', 'invitation.name', 'invitation.phone', 'invitation.role', 'invitedAt', 'expiresAt', 'member.name as by'])
    .where('invitation.accountId', '=', account)
    .where('invitation.state', '=', 'waiting')
    .orderBy('invitationId', 'desc')
    .execute()
  return rows.map(row => ({
    ...pick(row, 'invitationId', 'name', 'role', 'invitedAt', 'expiresAt'),
    phone: maskPhone(row.phone),
    invitedBy: row.by,
    isExpired: row.expiresAt <= now,
  }))
}

/** The invitation of a link with the account's name. Refuses `invitation_invalid` with one text for every cause. */
async function findInvitation(tx: Tx, account: AccountId, token: string, now: Date) {
  const row = await tx
    .selectFrom('invitation')
    .innerJoin('account', 'account.accountId', 'invitation.accountId')
    .innerJoin('member', join => join.onRef('member.accountId', '=', 'invitation.accountId').onRef('member.memberId', '=', 'invitedBy'))
    .select([
      'invitation.invitationId',
      'invitation.name',
      'invitation.phone',
      'invitation.role',
      'account.name as accountName',
      'account.attestedName',
      'member.name as inviterName',
    ])
    .where('invitation.accountId', '=', account)
    .where('invitation.tokenHash', '=', digest(token))
    .where('invitation.state', '=', 'waiting')
    .where('invitation.expiresAt', '>', now)
    .where('account.state', '=', 'active')
    .executeTakeFirst()
  return row ?? refuse('invitation_invalid')
}

/** What a visitor with the link sees of the invitation. Refuses `invitation_invalid`. */
export async function readInvitation(db: Db, token: string, now: Date) {
  const account = accountOf(token) ?? refuse('invitation_invalid')
  const found = await asAccount(db, account, tx => findInvitation(tx, account, token, now))
  return {
    accountName: found.attestedName ?? found.accountName,
    ...pick(found, 'inviterName', 'name'),
    phone: maskPhone(found.phone),
    role: found.role,
  }
}

export interface Acceptance extends SessionOrigin {
  token: string
  password: string
  /** A name to sign in with besides the phone; empty for none. */
  login: string
}

/**
 * Accepts an invitation: creates the member and signs it in; returns the session's token and the notification for the
 * account. The link proves the number, to which it was sent by SMS. Refuses `invitation_invalid`,
 * `invitation_phone_taken` if the number belongs to another account, `login_taken`, `password_common`.
 */
export async function acceptInvitation(
  db: Db,
  input: Acceptance,
): Promise<{ token: string; account: AccountId; name: string; role: GivenRole }> {
  const account = accountOf(input.token) ?? refuse('invitation_invalid')
  const invited = await asAccount(db, account, tx => findInvitation(tx, account, input.token, input.now))
  refuseCommonPassword(input.password, [invited.phone, input.login])
  const passwordHash = await hashPassword(input.password)
  const made = await asAccount(db, account, tx => join(tx, account, { ...input, passwordHash }))
  const name = { account, memberId: made.memberId, login: made.phone, isKnown: true }
  return { token: await openSession(db, name, 'code', input), account, name: made.name, role: made.role }
}

async function join(tx: Tx, account: AccountId, input: Acceptance & { passwordHash: string }) {
  const { now } = input
  const invited = await findInvitation(tx, account, input.token, now)
  const memberId = newId()
  const { phone, name } = invited
  const role = invited.role
  const used = await tx
    .updateTable('invitation')
    .set({ state: 'accepted', memberId, endedAt: now })
    .where('accountId', '=', account)
    .where('invitationId', '=', invited.invitationId)
    .where('state', '=', 'waiting')
    .returning('invitationId')
    .executeTakeFirst()
  if (!used) refuse('invitation_invalid')
  await addMember(tx, account, { memberId, phone, name, role, login: input.login, passwordHash: input.passwordHash, now })
  await recordAuditLog(
    tx,
    { account, memberId, login: phone, isKnown: true },
    { action: 'register', result: 'ok', detail: { by: 'invitation' } },
    input,
  )
  return { memberId, phone, name, role }
}
