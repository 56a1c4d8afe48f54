import { createHash, randomBytes } from 'node:crypto'
import type { Role } from '#contract/identity/permission.ts'
import { asAccount, type Db, type Executor, type Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { recordAuditLog } from './audit-log.ts'
import { rememberDevice } from './device.ts'
import type { Named } from './login.ts'
import { notifyNewLocation } from './new-place.ts'

/** The identity of a session. */
export interface SignedIn {
  sessionId: string
  account: AccountId
  member: { memberId: string; login: string; name: string; phone: string; role: Role; masksNumbers: boolean }
  /** Impersonation: the name of the member of staff, who has read-only access; null: the member. */
  staffName: string | null
}

/** How a session was authenticated. */
export type SessionProof = 'password' | 'code' | 'totp' | 'recovery_code'

export interface SessionOrigin {
  address: string
  agent: string
  now: Date
  /** The device token of this browser; without one it stays unknown. */
  device?: string
}

const digest = (token: string) => createHash('sha256').update(token).digest()
const idleMs = limits.sessionIdleMinutes * 60_000
/** Minimum interval between writes of last_seen_at, so that most reads don't write. */
const touchMs = 60_000

/**
 * Sessions: creates one for an authenticated member and records it in the audit log. The token is 256 random bits,
 * stored as a hash only. Each sign-in creates a new one (no session fixation).
 */
export async function openSession(db: Db, name: Named, by: SessionProof, origin: SessionOrigin): Promise<string> {
  const { account, memberId } = name
  const token = randomBytes(32).toString('base64url')
  await asAccount(db, account, async tx => {
    await notifyNewLocation(tx, name, origin)
    await recordAuditLog(tx, name, { action: 'sign_in', result: 'ok', detail: { by } }, origin)
    await tx
      .updateTable('member')
      .set(row => ({
        previousSignInAt: row.ref('lastSignInAt'),
        previousSignInAddress: row.ref('lastSignInAddress'),
        lastSignInAt: origin.now,
        lastSignInAddress: origin.address,
      }))
      .where('accountId', '=', account)
      .where('memberId', '=', memberId)
      .execute()
    await tx
      .insertInto('session')
      .values({
        tokenHash: digest(token),
        sessionId: newId(),
        accountId: account,
        memberId,
        createdAt: origin.now,
        lastSeenAt: origin.now,
        expiresAt: new Date(origin.now.getTime() + limits.sessionHours * 3_600_000),
        address: origin.address,
        agent: origin.agent,
        proof: by,
      })
      .execute()
    await rememberDevice(tx, account, memberId, origin)
  })
  return token
}

/**
 * Rotates a session's token after a change of permissions or authentication, which invalidates a stolen one. The
 * session's end stays the same.
 */
export async function renewSession(tx: Tx, account: AccountId, sessionId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx
    .updateTable('session')
    .set({ tokenHash: digest(token), createdAt: now, lastSeenAt: now })
    .where('accountId', '=', account)
    .where('sessionId', '=', sessionId)
    .execute()
  return token
}

/**
 * The identity of a session token; null if it is unknown, idle for 30 minutes, 12 hours old or older than the member's
 * password, or if account or member is not active. A concurrent sign-in with an old password never yields a valid
 * session. Impersonating staff have a viewer's permissions, with masked numbers.
 */
export async function readSession(db: Db, token: string, now: Date): Promise<SignedIn | null> {
  const session = await db.selectFrom('session').selectAll().where('tokenHash', '=', digest(token)).executeTakeFirst()
  if (!session || session.expiresAt <= now || now.getTime() - session.lastSeenAt.getTime() > idleMs) return null
  const account = session.accountId
  const member = await asAccount(db, account, tx =>
    tx
      .selectFrom('member')
      .innerJoin('account', 'account.accountId', 'member.accountId')
      .select(['member.memberId', 'member.login', 'member.name', 'member.phone', 'member.role', 'member.masksNumbers'])
      .where('member.accountId', '=', account)
      .where('member.memberId', '=', session.memberId)
      .where('account.state', '=', 'active')
      .where('member.state', '=', 'active')
      .where('member.passwordChangedAt', '<=', session.createdAt)
      .executeTakeFirst(),
  )
  if (!member) return null
  if (now.getTime() - session.lastSeenAt.getTime() > touchMs)
    await db.updateTable('session').set({ lastSeenAt: now }).where('tokenHash', '=', session.tokenHash).execute()
  const { memberId, login, phone } = member
  const staffName = session.staffName
  return {
    sessionId: session.sessionId,
    account,
    member: {
      memberId,
      login,
      phone,
      name: staffName ?? member.name,
      role: staffName === null ? member.role : 'viewer',
      masksNumbers: staffName !== null || member.masksNumbers,
    },
    staffName,
  }
}

/** Ends one session. */
export async function closeSession(db: Executor, sessionId: string): Promise<void> {
  await db.deleteFrom('session').where('sessionId', '=', sessionId).execute()
}

/** Ends all sessions of a member, except the given one. */
export async function closeSessionsOf(tx: Tx, account: AccountId, memberId: string, exceptId?: string): Promise<void> {
  const own = tx.deleteFrom('session').where('accountId', '=', account).where('memberId', '=', memberId).where('staffId', 'is', null)
  await (exceptId === undefined ? own : own.where('sessionId', '!=', exceptId)).execute()
}
