import { createHash, randomBytes } from 'node:crypto'
import type { StaffRole } from '#contract/identity/permission.ts'
import type { Db, Executor } from '#db/connect.ts'
import type { SessionOrigin } from '#domain/identity/index.ts'
import { limits } from '#values/limits.ts'
import { pick } from '#values/pick.ts'

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
    .insertInto('staffSession')
    .values({
      tokenHash: digest(token),
      staffId,
      createdAt: origin.now,
      lastSeenAt: origin.now,
      expiresAt: new Date(origin.now.getTime() + limits.sessionHours * 3_600_000),
      address: origin.address,
      agent: origin.agent,
      byTotp,
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
    .selectFrom('staffSession')
    .innerJoin('staff', 'staff.staffId', 'staffSession.staffId')
    .select(['staff.staffId', 'staff.login', 'staff.name', 'staff.role', 'staff.totpSecret', 'staff.mustChangePassword'])
    .select(['staffSession.sessionId', 'staffSession.lastSeenAt', 'staffSession.expiresAt'])
    .where('staffSession.tokenHash', '=', digest(token))
    .where('staff.state', '=', 'active')
    .whereRef('staff.passwordChangedAt', '<=', 'staffSession.createdAt')
    .executeTakeFirst()
  if (!row || row.expiresAt <= now || now.getTime() - row.lastSeenAt.getTime() > idleMs) return null
  if (now.getTime() - row.lastSeenAt.getTime() > touchMs)
    await db.updateTable('staffSession').set({ lastSeenAt: now }).where('tokenHash', '=', digest(token)).execute()
  return { ...pick(row, 'staffId', 'login', 'name', 'role', 'sessionId', 'mustChangePassword'), hasTotp: row.totpSecret !== null }
}

/** Ends the session of a token; an unknown token is ignored. */
export async function closeStaffSession(db: Executor, token: string): Promise<void> {
  await db.deleteFrom('staffSession').where('tokenHash', '=', digest(token)).execute()
}
