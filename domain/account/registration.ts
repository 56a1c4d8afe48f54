import { asAccount, type Db, type Tx } from '#db/connect.ts'
import {
  consumeCode,
  createAccount,
  openSession,
  proveByCode,
  recordAuditLog,
  refuseCommonPassword,
  type SessionOrigin,
} from '#domain/identity/index.ts'
import { hashPassword } from '#domain/platform/index.ts'
import { type AccountId, newAccountId } from '#values/id.ts'
import { maskPhone } from '#values/phone.ts'

export interface Registration extends SessionOrigin {
  phone: string
  /** The one-time code sent by SMS. */
  code: string
  password: string
  /** A name to sign in with besides the phone; empty for none. */
  login: string
  /** Grants for a new account, in the transaction that creates it. */
  welcome: (tx: Tx, account: AccountId, now: Date) => Promise<void>
}

/**
 * Registers an account and signs its owner in; returns the session's token. Refuses `code_invalid`, also if the number
 * has an account already; `login_taken`, after which the code stays valid; `password_common`.
 */
export async function register(db: Db, secret: string, input: Registration): Promise<string> {
  const { phone, login, now } = input
  refuseCommonPassword(input.password, [phone, login])
  await proveByCode(db, secret, { ...input, purpose: 'register' })
  const passwordHash = await hashPassword(input.password)
  const account = newAccountId()
  const name = login || maskPhone(phone)
  const memberId = await asAccount(db, account, async tx => {
    await consumeCode(tx, secret, { ...input, purpose: 'register' })
    const made = await createAccount(tx, { account, name, ...(login ? { login } : {}), phone, memberName: name, passwordHash, now })
    await input.welcome(tx, account, now)
    await recordAuditLog(tx, { account, memberId: made.memberId, login: phone, isKnown: true }, { action: 'register', result: 'ok' }, input)
    return made.memberId
  })
  return openSession(db, { account, memberId, login: phone, isKnown: true }, 'code', input)
}
