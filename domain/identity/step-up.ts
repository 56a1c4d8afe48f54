import { type StepUpPurpose, type StepUpWay, stepUpNames } from '#contract/identity/step-up.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { issueCode } from './one-time-code.ts'
import { proveBySms, proveByTotp } from './second-factor.ts'

/** The acting session and the purpose. */
interface Acting {
  sessionId: string
  purpose: StepUpPurpose
  now: Date
}
interface Prover extends Acting {
  memberId: string
  phone: string
}

/** The step-up method of a member. */
export async function stepUpWay(tx: Tx, account: AccountId, memberId: string): Promise<StepUpWay> {
  const { second_factor } = await tx
    .selectFrom('member')
    .select('second_factor')
    .where('account_id', '=', account)
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return second_factor === 'totp' ? 'totp' : 'sms'
}

async function note(tx: Tx, account: AccountId, { sessionId, purpose }: Acting, at: { asked_at: Date; confirmed_at: Date | null }) {
  await tx
    .insertInto('step_up')
    .values({ account_id: account, session_id: sessionId, purpose, ...at })
    .onConflict(conflict => conflict.columns(['account_id', 'session_id']).doUpdateSet({ purpose, ...at }))
    .execute()
}

/**
 * Creates a one-time code for one act, for the caller to send to the member's own number; an earlier one becomes void.
 * Refuses `code_limited`, and `state_forbids` for a member with an authenticator.
 */
export async function requestStepUp(
  tx: Tx,
  account: AccountId,
  secret: string,
  input: Prover & { address: string },
): Promise<{ code: string; name: string }> {
  const { phone, address, now, memberId, purpose } = input
  if ((await stepUpWay(tx, account, memberId)) === 'totp') refuse('state_forbids', { state: '身份验证器', action: '使用短信验证码' })
  const code = await issueCode(tx, secret, { phone, purpose: 'step-up', address, now })
  await note(tx, account, input, { asked_at: now, confirmed_at: null })
  return { code, name: stepUpNames[purpose] }
}

/**
 * Step-up authentication: verifies a code of the authenticator (or a recovery code), else the SMS code for this act;
 * the session may then do the act once within some minutes. Returns false for a wrong code instead of refusing, because
 * a refusal would roll back the counted attempt and allow guessing. Refuses `too_many_requests`.
 */
export async function confirmStepUp(tx: Tx, account: AccountId, secret: string, input: Prover & { code: string }): Promise<boolean> {
  const { memberId, phone, code, purpose, now } = input
  const isProven =
    (await stepUpWay(tx, account, memberId)) === 'totp'
      ? (await proveByTotp(tx, secret, account, { memberId, code, now })) !== null
      : (await wasAskedFor(tx, account, input)) && (await proveBySms(tx, secret, { phone, purpose: 'step-up', code, now }))
  if (isProven) await note(tx, account, { sessionId: input.sessionId, purpose, now }, { asked_at: now, confirmed_at: now })
  return isProven
}

async function wasAskedFor(tx: Tx, account: AccountId, { sessionId, purpose }: Acting): Promise<boolean> {
  const asked = await tx
    .selectFrom('step_up')
    .select('purpose')
    .where('account_id', '=', account)
    .where('session_id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst()
  return asked?.purpose === purpose
}

/**
 * Step-up authentication: a sensitive act calls this first, in its own transaction, to consume the session's
 * confirmation for the purpose. Refuses `step_up_required`; the console then asks for a code (`confirmStepUp`) and
 * repeats the call by itself (ui/call.ts). If the act is refused later, the confirmation stays.
 */
export async function requireStepUp(tx: Tx, account: AccountId, { sessionId, purpose, now }: Acting): Promise<void> {
  const since = new Date(now.getTime() - limits.stepUpMinutes * 60_000)
  const used = await tx
    .deleteFrom('step_up')
    .where('account_id', '=', account)
    .where('session_id', '=', sessionId)
    .where('purpose', '=', purpose)
    .where('confirmed_at', '>', since)
    .returning('purpose')
    .executeTakeFirst()
  if (!used) refuse('step_up_required', { name: stepUpNames[purpose] }, { stepUp: purpose })
}
