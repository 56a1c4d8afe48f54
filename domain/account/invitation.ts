import { createHash, randomBytes } from 'node:crypto'
import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import { openSession, recordAuditLog, refuseCommonPassword, type SessionOrigin } from '#domain/identity/index.ts'
import { hashPassword, takeOne } from '#domain/platform/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { maskPhone } from '#values/phone.ts'
import { addMember, type GivenRole } from './member.ts'

const dayMs = 86_400_000
const digest = (token: string) => createHash('sha256').update(token).digest()

/** The account stands in the token, since a visitor has no other way to say whose invitation it is. */
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

/** One number is written to at most once a minute and five times a day, over all accounts. */
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
 * Invites somebody into the account; gives the token for the link that goes by SMS to the number. Refuses `member_exists` for a number of the account itself,
 * `invitation_exists`, `too_many`, `code_limited`. Whether the number belongs to another account isn't said here.
 */
export async function invite(tx: Tx, account: AccountId, input: Invite): Promise<{ invitationId: string; token: string }> {
  const { phone, name, role, now } = input
  await tx.selectFrom('account').select('account_id').where('account_id', '=', account).forUpdate().executeTakeFirstOrThrow()
  const members = await tx.selectFrom('member').select('phone').where('account_id', '=', account).where('state', '=', 'active').execute()
  if (members.some(member => member.phone === phone)) refuse('member_exists', {}, { phone: '该手机号已是账户成员' })
  const waiting = await tx
    .selectFrom('invitation')
    .select(['phone', 'expires_at', 'invitation_id'])
    .where('account_id', '=', account)
    .where('state', '=', 'waiting')
    .execute()
  const earlier = waiting.find(row => row.phone === phone)
  if (earlier && earlier.expires_at > now) refuse('invitation_exists', {}, { phone: '已邀请过该手机号，可在列表中重新发送' })
  const open = waiting.filter(row => row.expires_at > now).length
  if (open >= limits.waitingInvitations) refuse('too_many', { limit: limits.waitingInvitations, noun: '待接受的邀请' })
  if (members.length - 1 + open >= limits.members) refuse('too_many', { limit: limits.members, noun: '成员' })
  if (earlier) await endInvitation(tx, account, { invitationId: earlier.invitation_id, now })
  await redeemInvitation(tx, phone, now)
  const invitationId = newId()
  const token = newToken(account)
  await tx
    .insertInto('invitation')
    .values({
      account_id: account,
      invitation_id: invitationId,
      phone,
      name,
      role,
      token_hash: digest(token),
      state: 'waiting',
      invited_by: input.byMemberId,
      invited_at: now,
      expires_at: new Date(now.getTime() + limits.invitationDays * dayMs),
    })
    .execute()
  return { invitationId, token }
}

/** A new link in place of the one that was sent; gives its token and the number. Refuses `not_found`, `code_limited`. */
export async function resendInvitation(
  tx: Tx,
  account: AccountId,
  { invitationId, now }: { invitationId: string; now: Date },
): Promise<{ token: string; phone: string }> {
  const token = newToken(account)
  const row = await tx
    .updateTable('invitation')
    .set({ token_hash: digest(token), expires_at: new Date(now.getTime() + limits.invitationDays * dayMs) })
    .where('account_id', '=', account)
    .where('invitation_id', '=', invitationId)
    .where('state', '=', 'waiting')
    .returning('phone')
    .executeTakeFirst()
  if (!row) refuse('not_found')
  await redeemInvitation(tx, row.phone, now)
  return { token, phone: row.phone }
}

/** Takes an invitation back: its link leads nowhere. Refuses `not_found`. */
export async function endInvitation(tx: Tx, account: AccountId, { invitationId, now }: { invitationId: string; now: Date }): Promise<void> {
  const row = await tx
    .updateTable('invitation')
    .set({ state: 'cancelled', ended_at: now })
    .where('account_id', '=', account)
    .where('invitation_id', '=', invitationId)
    .where('state', '=', 'waiting')
    .returning('invitation_id')
    .executeTakeFirst()
  if (!row) refuse('not_found')
}

/** Who was invited and has not come, the latest first; phones are masked. */
export async function listInvitations(tx: Tx, account: AccountId, now: Date) {
  const rows = await tx
    .selectFrom('invitation')
    .innerJoin('member', join => join.onRef('member.account_id', '=', 'invitation.account_id').onRef('member.member_id', '=', 'invited_by'))
    .select(['invitation_id', 'invitation.name', 'invitation.phone', 'invitation.role', 'invited_at', 'expires_at', 'member.name as by'])
    .where('invitation.account_id', '=', account)
    .where('invitation.state', '=', 'waiting')
    .orderBy('invitation_id', 'desc')
    .execute()
  return rows.map(row => ({
    invitationId: row.invitation_id,
    name: row.name,
    phone: maskPhone(row.phone),
    role: row.role as GivenRole,
    invitedBy: row.by,
    invitedAt: row.invited_at,
    expiresAt: row.expires_at,
    isExpired: row.expires_at <= now,
  }))
}

/** The invitation that a link leads to, with the account's name. Refuses `invitation_invalid` in the same words for whatever is wrong with it. */
async function findInvitation(tx: Tx, account: AccountId, token: string, now: Date) {
  const row = await tx
    .selectFrom('invitation')
    .innerJoin('account', 'account.account_id', 'invitation.account_id')
    .innerJoin('member', join => join.onRef('member.account_id', '=', 'invitation.account_id').onRef('member.member_id', '=', 'invited_by'))
    .select([
      'invitation.invitation_id',
      'invitation.name',
      'invitation.phone',
      'invitation.role',
      'invitation.expires_at',
      'account.name as accountName',
      'account.attested_name as attestedName',
      'member.name as inviterName',
    ])
    .where('invitation.account_id', '=', account)
    .where('invitation.token_hash', '=', digest(token))
    .where('invitation.state', '=', 'waiting')
    .where('invitation.expires_at', '>', now)
    .where('account.state', '=', 'active')
    .executeTakeFirst()
  return row ?? refuse('invitation_invalid')
}

/** What a visitor with the link is told of the invitation. Refuses `invitation_invalid`. */
export async function readInvitation(db: Db, token: string, now: Date) {
  const account = accountOf(token) ?? refuse('invitation_invalid')
  const found = await asAccount(db, account, tx => findInvitation(tx, account, token, now))
  return {
    accountName: found.attestedName ?? found.accountName,
    inviterName: found.inviterName,
    name: found.name,
    phone: maskPhone(found.phone),
    role: found.role as GivenRole,
    expiresAt: found.expires_at,
  }
}

export interface Acceptance extends SessionOrigin {
  token: string
  password: string
  /** Beside the phone, which always signs in; the empty text for none. */
  login: string
}

/**
 * Makes the invited a member and signs it in; gives the session's token and what the account may be told. The link came to the number by SMS, which proves it. Refuses
 * `invitation_invalid`, `invitation_phone_taken` when the number belongs to another account, `login_taken`, `password_common`.
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
  const role = invited.role as GivenRole
  const used = await tx
    .updateTable('invitation')
    .set({ state: 'accepted', member_id: memberId, ended_at: now })
    .where('account_id', '=', account)
    .where('invitation_id', '=', invited.invitation_id)
    .where('state', '=', 'waiting')
    .returning('invitation_id')
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
