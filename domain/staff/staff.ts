import { type StaffRole, staffRoles } from '#contract/identity/permission.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { newId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { pick } from '#values/pick.ts'

export interface NewStaff {
  /** Stored in lower case; signs in in any case. */
  login: string
  name: string
  role: StaffRole
  /** From domain/platform/password.ts. */
  passwordHash: string
  now: Date
}

/** Creates a member of staff. Refuses `login_taken`. Needs the platform's role. */
export async function createStaff(tx: Tx, input: NewStaff): Promise<{ staffId: string }> {
  const staffId = newId()
  const made = await tx
    .insertInto('staff')
    .values({
      staffId,
      login: input.login.toLowerCase(),
      ...pick(input, 'name', 'role', 'passwordHash'),
      passwordChangedAt: input.now,
      createdAt: input.now,
    })
    .onConflict(conflict => conflict.column('login').doNothing())
    .returning('staffId')
    .executeTakeFirst()
  if (!made) refuse('login_taken', {}, { login: '该登录名已被使用，请换一个' })
  return { staffId }
}

/** Sets a member's password and ends all of the member's sessions. */
export async function setStaffPassword(tx: Tx, staffId: string, input: { passwordHash: string; now: Date }): Promise<void> {
  await tx
    .updateTable('staff')
    .set({ passwordHash: input.passwordHash, passwordChangedAt: input.now, mustChangePassword: false })
    .where('staffId', '=', staffId)
    .execute()
  await tx.deleteFrom('staffSession').where('staffId', '=', staffId).execute()
}

/** Removes a member's authenticator and ends all of the member's sessions. */
export async function clearStaffTotp(tx: Tx, staffId: string): Promise<void> {
  await tx.updateTable('staff').set({ totpSecret: null, totpDraft: null, totpStep: null }).where('staffId', '=', staffId).execute()
  await tx.deleteFrom('staffSession').where('staffId', '=', staffId).execute()
}

/** Freezes or unfreezes a member of staff, from the next call on. */
export async function setStaffState(tx: Tx, staffId: string, state: 'active' | 'frozen'): Promise<void> {
  await tx.updateTable('staff').set({ state }).where('staffId', '=', staffId).execute()
  if (state === 'frozen') await tx.deleteFrom('staffSession').where('staffId', '=', staffId).execute()
}

/** The member of staff with a login, ignoring case, or null. */
export async function findStaff(
  executor: Executor,
  login: string,
): Promise<{ staffId: string; name: string; passwordHash: string } | null> {
  const row = await executor
    .selectFrom('staff')
    .select(['staffId', 'name', 'passwordHash'])
    .where('login', '=', login.toLowerCase())
    .executeTakeFirst()
  return row ?? null
}

const checkers = keysOf(staffRoles).filter(role => staffRoles[role].may.includes('approval.decide'))

/** Whether there is anybody else on the staff who may approve this member's requests. */
export async function hasChecker(executor: Executor, staffId: string): Promise<boolean> {
  const other = await executor
    .selectFrom('staff')
    .select('staffId')
    .where('staffId', '<>', staffId)
    .where('state', '=', 'active')
    .where('role', 'in', checkers)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
