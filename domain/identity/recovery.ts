import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db } from '#db/connect.ts'
import { hashPassword } from '#domain/platform/index.ts'
import { setPassword } from './account.ts'
import { recordAuditLog } from './audit-log.ts'
import { proveMember } from './code-sign-in.ts'
import { refuseCommonPassword } from './common-password.ts'
import { findLogin, findMember } from './login.ts'
import { consumeCode } from './one-time-code.ts'
import type { SessionOrigin } from './session.ts'
import { purgeFailures } from './sign-in.ts'

export interface Recovery extends SessionOrigin {
  phone: string
  /** The one-time code sent by SMS. */
  code: string
  /** The new password. */
  password: string
}

/**
 * Account recovery: sets a new password for the member with this phone and ends its sessions. Refuses `code_invalid`,
 * also if nobody has the number; `password_common`.
 */
export async function recoverPassword(db: Db, secret: string, input: Recovery): Promise<void> {
  refuseCommonPassword(input.password, [input.phone])
  const name = await findLogin(db, input.phone)
  await proveMember(db, secret, name, { ...input, purpose: 'recovery' })
  const passwordHash = await hashPassword(input.password)
  const found = await findMember(db, name)
  if (!found) refuse('code_invalid')
  await asAccount(db, name.account, async tx => {
    await consumeCode(tx, secret, { ...input, purpose: 'recovery' })
    await setPassword(tx, name.account, name.memberId, { passwordHash, now: input.now })
    await recordAuditLog(tx, name, { action: 'recovery', result: 'ok' }, input)
  })
  await purgeFailures(db, name.memberId, input.address)
}
