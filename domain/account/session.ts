import { createHash, randomBytes } from 'node:crypto'
import type { Role } from '#contract/permission.ts'
import { asAccount, type Db } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

/** Whom a session proves. */
export interface SignedIn {
  sessionId: string
  account: AccountId
  member: { memberId: string; login: string; name: string; phone: string; role: Role }
}

export interface SessionOrigin {
  address: string
  agent: string
  now: Date
}

const digest = (token: string) => createHash('sha256').update(token).digest()
const idleMs = limits.sessionIdleMinutes * 60_000
/** last_seen_at is written at most this often, so that reading stays reading. */
const touchMs = 60_000

/** A new session: an opaque token of 256 random bits, of which only the hash is kept. Signing in always makes a new one. */
export async function openSession(db: Db, account: AccountId, memberId: string, origin: SessionOrigin): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('session')
    .values({
      token_hash: digest(token),
      session_id: newId(),
      account_id: account,
      member_id: memberId,
      created_at: origin.now,
      last_seen_at: origin.now,
      expires_at: new Date(origin.now.getTime() + limits.sessionHours * 3_600_000),
      address: origin.address,
      agent: origin.agent,
    })
    .execute()
  return token
}

/** Who a token is, or null when it is unknown, idle for 30 minutes, 12 hours old, or its account is no longer active. */
export async function readSession(db: Db, token: string, now: Date): Promise<SignedIn | null> {
  const session = await db.selectFrom('session').selectAll().where('token_hash', '=', digest(token)).executeTakeFirst()
  if (!session || session.expires_at <= now || now.getTime() - session.last_seen_at.getTime() > idleMs) return null
  const account = session.account_id as AccountId
  const member = await asAccount(db, account, tx =>
    tx
      .selectFrom('member')
      .innerJoin('account', 'account.account_id', 'member.account_id')
      .select(['member.member_id', 'member.login', 'member.name', 'member.phone', 'member.role'])
      .where('member.account_id', '=', account)
      .where('member.member_id', '=', session.member_id)
      .where('account.state', '=', 'active')
      .executeTakeFirst(),
  )
  if (!member) return null
  if (now.getTime() - session.last_seen_at.getTime() > touchMs)
    await db.updateTable('session').set({ last_seen_at: now }).where('token_hash', '=', session.token_hash).execute()
  return {
    sessionId: session.session_id,
    account,
    member: { memberId: member.member_id, login: member.login, name: member.name, phone: member.phone, role: member.role as Role },
  }
}

/** Ends one session. */
export async function closeSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('session').where('session_id', '=', sessionId).execute()
}

/** Ends every session of a member: after a new password. */
export async function closeSessionsOf(db: Db, account: AccountId, memberId: string): Promise<void> {
  await db.deleteFrom('session').where('account_id', '=', account).where('member_id', '=', memberId).execute()
}
