import { createHash, randomBytes } from 'node:crypto'
import { refuse } from '#contract/refusals.ts'
import { asPlatform, type Db, type Executor } from '#db/connect.ts'
import { refuseCommonPassword, type SessionOrigin } from '#domain/identity/index.ts'
import { hashStaffPassword } from '#domain/platform/index.ts'
import { limits } from '#values/limits.ts'
import { recordStaffAct } from './audit-log.ts'
import { openStaffSession } from './session.ts'
import { createStaff } from './staff.ts'

const digest = (token: string) => createHash('sha256').update(token).digest()

async function hasAdministrator(executor: Executor): Promise<boolean> {
  const row = await executor
    .selectFrom('staff')
    .select('staff_id')
    .where('role', '=', 'administrator')
    .where('state', '=', 'active')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The token of a link by which the first administrator is made, in place of any before; null where there is an administrator. */
export const issueSetup = (db: Db, now: Date): Promise<string | null> =>
  asPlatform(db, async tx => {
    // One that is left is of no use to anybody any more.
    await tx.deleteFrom('staff_setup').execute()
    if (await hasAdministrator(tx)) return null
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(now.getTime() + limits.staffSetupHours * 3_600_000)
    await tx
      .insertInto('staff_setup')
      .values({ token_hash: digest(token), expires_at: expiresAt })
      .execute()
    return token
  })

export interface Setup extends SessionOrigin {
  token: string
  login: string
  name: string
  password: string
}

/**
 * Makes the first administrator and gives the token of a session. Refuses `setup_link_invalid` where the link was used, is too old or somebody else is
 * administrator meanwhile; `login_taken`, `password_common`, after which the link still leads here.
 */
export const useSetup = (db: Db, { token, login, name, password, ...origin }: Setup): Promise<string> =>
  asPlatform(db, async tx => {
    const { now, address } = origin
    const taken = await tx
      .deleteFrom('staff_setup')
      .where('token_hash', '=', digest(token))
      .where('expires_at', '>', now)
      .returning('token_hash')
      .executeTakeFirst()
    if (!taken || (await hasAdministrator(tx))) refuse('setup_link_invalid')
    refuseCommonPassword(password, [login])
    const passwordHash = await hashStaffPassword(password)
    const { staffId } = await createStaff(tx, { login, name, role: 'administrator', passwordHash, now })
    await recordStaffAct(tx, { staffId, action: 'set-up', object: login, result: 'ok', address, at: now })
    return openStaffSession(tx, staffId, origin)
  })
