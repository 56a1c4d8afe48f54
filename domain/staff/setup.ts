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
    .select('staffId')
    .where('role', '=', 'administrator')
    .where('state', '=', 'active')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Issues the token of the link that creates the first administrator, replacing earlier ones; null when there is an
 * administrator.
 */
export const issueSetup = (db: Db, now: Date): Promise<string | null> =>
  asPlatform(db, async tx => {
    // A leftover link is useless from now on.
    await tx.deleteFrom('staffSetup').execute()
    if (await hasAdministrator(tx)) return null
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(now.getTime() + limits.staffSetupHours * 3_600_000)
    await tx
      .insertInto('staffSetup')
      .values({ tokenHash: digest(token), expiresAt })
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
 * Creates the first administrator and returns a session token. Refuses `setup_link_invalid` when the link was used or
 * is too old, or an administrator exists; `login_taken`, `password_common`, after which the link stays valid.
 */
export const useSetup = (db: Db, { token, login, name, password, ...origin }: Setup): Promise<string> =>
  asPlatform(db, async tx => {
    const { now, address } = origin
    const taken = await tx
      .deleteFrom('staffSetup')
      .where('tokenHash', '=', digest(token))
      .where('expiresAt', '>', now)
      .returning('tokenHash')
      .executeTakeFirst()
    if (!taken || (await hasAdministrator(tx))) refuse('setup_link_invalid')
    refuseCommonPassword(password, [login])
    const passwordHash = await hashStaffPassword(password)
    const { staffId } = await createStaff(tx, { login, name, role: 'administrator', passwordHash, now })
    await recordStaffAct(tx, { staffId, action: 'set-up', object: login, result: 'ok', address, at: now })
    await tx.updateTable('staff').set({ lastSignInAt: now, lastSignInAddress: address }).where('staffId', '=', staffId).execute()
    return openStaffSession(tx, staffId, origin)
  })
