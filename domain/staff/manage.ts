import { sql } from 'kysely'
import type { StaffRole } from '#contract/identity/permission.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { hashStaffPassword } from '#domain/platform/index.ts'
import { limits } from '#values/limits.ts'
import { initialPassword } from './initial-password.ts'
import { clearStaffTotp, createStaff, setStaffPassword, setStaffState } from './staff.ts'

/** All staff, active ones first. */
export async function listAllStaff(executor: Executor, now: Date) {
  const idleSince = new Date(now.getTime() - limits.sessionIdleMinutes * 60_000)
  const { rows } = await sql<{
    staffId: string
    login: string
    name: string
    role: StaffRole
    state: 'active' | 'frozen'
    hasTotp: boolean
    mustChangePassword: boolean
    createdAt: Date
    lastSignInAt: Date | null
    lastSignInAddress: string
    sessionCount: number
  }>`
    select staff_id, login, name, role, state, totp_secret is not null as "hasTotp", must_change_password,
      created_at, last_sign_in_at, coalesce(last_sign_in_address, '') as "lastSignInAddress",
      (select count(*) from staff_session s where s.staff_id = staff.staff_id and s.expires_at > ${now} and s.last_seen_at > ${idleSince})
        as "sessionCount"
    from staff order by state, created_at, staff_id`.execute(executor)
  return rows
}

interface Act {
  staffId: string
  /** Who acts. */
  by: string
  now: Date
}

/** Locks the member of staff concerned. Refuses `not_found`, and `member_is_self`: nobody lets themselves in or out. */
async function lockOther(tx: Tx, { staffId, by }: Act) {
  // All administrators are locked in the same order, so that two who freeze each other can't both succeed.
  await sql`select from staff where role = 'administrator' order by staff_id for update`.execute(tx)
  const row = await tx.selectFrom('staff').select(['name', 'role', 'state']).where('staffId', '=', staffId).forUpdate().executeTakeFirst()
  if (!row) refuse('not_found')
  if (staffId === by) refuse('member_is_self')
  return row
}

/** Refuses `last_administrator` when nobody else could manage the staff. */
async function keepAdministrator(tx: Tx, staffId: string): Promise<void> {
  const other = await tx
    .selectFrom('staff')
    .select('staffId')
    .where('role', '=', 'administrator')
    .where('state', '=', 'active')
    .where('staffId', '!=', staffId)
    .executeTakeFirst()
  if (!other) refuse('last_administrator')
}

/**
 * Creates a member of staff; returns the initial password, which must be changed at the first sign-in. `by` is null on
 * the server. Refuses `login_taken`.
 */
export async function createStaffMember(
  tx: Tx,
  input: { login: string; name: string; role: StaffRole; by: string | null; now: Date },
): Promise<{ password: string }> {
  const password = initialPassword()
  const { staffId } = await createStaff(tx, { ...input, passwordHash: await hashStaffPassword(password) })
  await tx.updateTable('staff').set({ mustChangePassword: true, createdBy: input.by }).where('staffId', '=', staffId).execute()
  return { password }
}

/** Changes a member's role from the next call on. Refuses `not_found`, `member_is_self`, `last_administrator`. */
export async function changeStaffRole(tx: Tx, act: Act & { role: StaffRole }): Promise<{ name: string; before: StaffRole }> {
  const { name, role } = await lockOther(tx, act)
  if (role === 'administrator' && act.role !== 'administrator') await keepAdministrator(tx, act.staffId)
  await tx.updateTable('staff').set({ role: act.role }).where('staffId', '=', act.staffId).execute()
  await tx.deleteFrom('staffSession').where('staffId', '=', act.staffId).execute()
  return { name, before: role }
}

/** Freezes a member of staff at once, or unfreezes. Refuses like `changeStaffRole`. */
export async function switchStaff(tx: Tx, act: Act & { to: 'active' | 'frozen' }): Promise<{ name: string }> {
  const { name, role } = await lockOther(tx, act)
  if (act.to === 'frozen' && role === 'administrator') await keepAdministrator(tx, act.staffId)
  await setStaffState(tx, act.staffId, act.to)
  return { name }
}

/** Sets a new initial password, which must be changed at the next sign-in, and ends the member's sessions. */
export async function setInitialPassword(tx: Tx, staffId: string, now: Date): Promise<string> {
  const password = initialPassword()
  await setStaffPassword(tx, staffId, { passwordHash: await hashStaffPassword(password), now })
  await tx.updateTable('staff').set({ mustChangePassword: true }).where('staffId', '=', staffId).execute()
  return password
}

/** The same by another member. Refuses `not_found`, `member_is_self`. */
export async function resetStaffPassword(tx: Tx, act: Act): Promise<{ name: string; password: string }> {
  const { name } = await lockOther(tx, act)
  return { name, password: await setInitialPassword(tx, act.staffId, act.now) }
}

/**
 * Removes the second factor of a member who lost the authenticator, so that another can be bound at sign-in; the
 * member's sessions end. Refuses `not_found`, `member_is_self`.
 */
export async function resetStaffTotp(tx: Tx, act: Act): Promise<{ name: string }> {
  const { name } = await lockOther(tx, act)
  await clearStaffTotp(tx, act.staffId)
  return { name }
}
