import { createHash, randomBytes } from 'node:crypto'
import type { StaffRole } from '#contract/identity/permission.ts'
import type { Db, Executor } from '#db/connect.ts'
import type { SessionOrigin } from '#domain/identity/index.ts'
import { limits } from '#values/limits.ts'

/** The member of staff whom a session authenticates. */
export interface StaffMember {
  sessionId: string
  hasTotp: boolean
  /** The password was set by somebody else. */
  mustChangePassword: boolean
  staffId: string
  login: string
  name: string
  role: StaffRole
}

const digest = (token: string) => createHash('sha256').update(token).digest()
const idleMs = limits.sessionIdleMinutes * 60_000
/** last_seen_at is written at most this often, so that most reads write nothing. */
const touchMs = 60_000

/**
 * Opens a staff session, in a table of its own: customers' tokens are never looked up there. Returns the token, of
 * which only the hash is stored.
 */
export async function openStaffSession(executor: Executor, staffId: string, origin: SessionOrigin, byTotp = false): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await executor
    .insertInto('staff_session')
    .values({
      token_hash: digest(token),
      staff_id: staffId,
      created_at: origin.now,
      last_seen_at: origin.now,
      expires_at: new Date(origin.now.getTime() + limits.sessionHours * 3_600_000),
      address: origin.address,
      agent: origin.agent,
      by_totp: byTotp,
    })
    .execute()
  return token
}

/**
 * The member of staff of a token; null when it is unknown, idle for 30 minutes, 12 hours old, older than the password,
 * or the person is frozen. The role is the current one.
 */
export async function readStaffSession(db: Db, token: string, now: Date): Promise<StaffMember | null> {
  const row = await db
    .selectFrom('staff_session')
    .innerJoin('staff', 'staff.staff_id', 'staff_session.staff_id')
    .select(['staff.staff_id', 'staff.login', 'staff.name', 'staff.role', 'staff.totp_secret', 'staff.must_change_password'])
    .select(['staff_session.session_id', 'staff_session.last_seen_at', 'staff_session.expires_at'])
    .where('staff_session.token_hash', '=', digest(token))
    .where('staff.state', '=', 'active')
    .whereRef('staff.password_changed_at', '<=', 'staff_session.created_at')
    .executeTakeFirst()
  if (!row || row.expires_at <= now || now.getTime() - row.last_seen_at.getTime() > idleMs) return null
  if (now.getTime() - row.last_seen_at.getTime() > touchMs)
    await db.updateTable('staff_session').set({ last_seen_at: now }).where('token_hash', '=', digest(token)).execute()
  return {
    staffId: row.staff_id,
    login: row.login,
    name: row.name,
    role: row.role,
    sessionId: row.session_id,
    hasTotp: row.totp_secret !== null,
    mustChangePassword: row.must_change_password,
  }
}

/** Ends the session of a token; an unknown token is ignored. */
export async function closeStaffSession(db: Executor, token: string): Promise<void> {
  await db.deleteFrom('staff_session').where('token_hash', '=', digest(token)).execute()
}
