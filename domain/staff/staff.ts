import type { StaffRole } from '#contract/permission.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { newId } from '#values/id.ts'

export interface NewStaff {
  /** Kept in small letters; signs in in any case. */
  login: string
  name: string
  role: StaffRole
  /** Of domain/account/password.ts. */
  passwordHash: string
  now: Date
}

/** Makes one of the platform's staff. Refuses `login_taken`. Needs the platform's role. */
export async function createStaff(tx: Tx, input: NewStaff): Promise<{ staffId: string }> {
  const staffId = newId()
  const made = await tx
    .insertInto('staff')
    .values({
      staff_id: staffId,
      login: input.login.toLowerCase(),
      name: input.name,
      role: input.role,
      password_hash: input.passwordHash,
      created_at: input.now,
    })
    .onConflict(conflict => conflict.column('login').doNothing())
    .returning('staff_id')
    .executeTakeFirst()
  if (!made) refuse('login_taken', {}, { login: '该登录名已被使用，请换一个' })
  return { staffId }
}
