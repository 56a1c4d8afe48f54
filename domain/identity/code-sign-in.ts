import { Refusal, refuse } from '#contract/refusals.ts'
import { asAccount, type Db } from '#db/connect.ts'
import { type Act, recordAuditLog } from './audit-log.ts'
import { proveByCode } from './code-proof.ts'
import { findLogin, findMember, type Named } from './login.ts'
import { consumeCode } from './one-time-code.ts'
import { recordingRefusals } from './refused-sign-in.ts'
import type { SessionOrigin } from './session.ts'
import { purgeFailures } from './sign-in.ts'
import { type Entry, enterOrChallenge } from './sign-in-challenge.ts'

export interface CodeSignIn extends SessionOrigin {
  phone: string
  /** The one-time code sent by SMS. */
  code: string
}

/**
 * Signs in with a one-time code; returns the session's token, or a challenge for the authenticator. Refuses
 * `code_invalid`, also if nobody has the number, and `account_frozen` only after a right code.
 */
export async function signInByCode(db: Db, secret: string, input: CodeSignIn): Promise<Entry> {
  const name = await findLogin(db, input.phone)
  return recordingRefusals(db, name, 'code', input, () => prove(db, secret, name, input))
}

async function prove(db: Db, secret: string, name: Named, input: CodeSignIn): Promise<Entry> {
  await proveMember(db, secret, name, { ...input, purpose: 'sign-in' })
  const found = await findMember(db, name)
  await consumeCode(db, secret, { ...input, purpose: 'sign-in' })
  if (!found) refuse('code_invalid')
  if (found.state !== 'active') refuse('account_frozen')
  await purgeFailures(db, name.memberId, input.address)
  return enterOrChallenge(db, name, found, 'code', input)
}

const actions = { 'sign-in': 'sign_in', recovery: 'recovery' } as const satisfies Record<string, Act['action']>

/** Checks the code; a wrong one is recorded in the audit log of the name's account. */
export async function proveMember(
  db: Db,
  secret: string,
  name: Named,
  input: CodeSignIn & { purpose: keyof typeof actions },
): Promise<void> {
  try {
    await proveByCode(db, secret, input)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'code_invalid') throw error
    const act: Act = { action: actions[input.purpose], result: 'refused', detail: { by: 'code' } }
    await asAccount(db, name.account, tx => recordAuditLog(tx, name, act, input))
    throw error
  }
}
