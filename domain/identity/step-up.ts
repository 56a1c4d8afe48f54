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
  const { secondFactor } = await tx
    .selectFrom('member')
    .select('secondFactor')
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  return secondFactor === 'totp' ? 'totp' : 'sms'
}

async function note(tx: Tx, account: AccountId, { sessionId, purpose }: Acting, at: { askedAt: Date; confirmedAt: Date | null }) {
  await tx
    .insertInto('stepUp')
    .values({ accountId: account, sessionId, purpose, ...at })
    .onConflict(conflict => conflict.columns(['accountId', 'sessionId']).doUpdateSet({ purpose, ...at }))
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
  await note(tx, account, input, { askedAt: now, confirmedAt: null })
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
  if (isProven) await note(tx, account, { sessionId: input.sessionId, purpose, now }, { askedAt: now, confirmedAt: now })
  return isProven
}

async function wasAskedFor(tx: Tx, account: AccountId, { sessionId, purpose }: Acting): Promise<boolean> {
  const asked = await tx
    .selectFrom('stepUp')
    .select('purpose')
    .where('accountId', '=', account)
    .where('sessionId', '=', sessionId)
    .forUpdate()
    .executeTakeFirst()
  return asked?.purpose === purpose
}

/**
 * The same for an act that is repeated, such as looking at whole numbers: the confirmation stays, and is enough for
 * some minutes. Refuses `step_up_required`.
 */
export async function requireRecentStepUp(tx: Tx, account: AccountId, { sessionId, purpose, now }: Acting): Promise<void> {
  const since = new Date(now.getTime() - limits.numbersShownMinutes * 60_000)
  const found = await tx
    .selectFrom('stepUp')
    .select('purpose')
    .where('accountId', '=', account)
    .where('sessionId', '=', sessionId)
    .where('purpose', '=', purpose)
    .where('confirmedAt', '>', since)
    .executeTakeFirst()
  if (!found) refuse('step_up_required', { name: stepUpNames[purpose] }, { stepUp: purpose })
}

/**
 * Step-up authentication: a sensitive act calls this first, in its own transaction, to consume the session's
 * confirmation for the purpose. Refuses `step_up_required`; the console then asks for a code (`confirmStepUp`) and
 * repeats the call by itself (ui/call.ts). If the act is refused later, the confirmation stays.
 */
export async function requireStepUp(tx: Tx, account: AccountId, { sessionId, purpose, now }: Acting): Promise<void> {
  const since = new Date(now.getTime() - limits.stepUpMinutes * 60_000)
  const used = await tx
    .deleteFrom('stepUp')
    .where('accountId', '=', account)
    .where('sessionId', '=', sessionId)
    .where('purpose', '=', purpose)
    .where('confirmedAt', '>', since)
    .returning('purpose')
    .executeTakeFirst()
  if (!used) refuse('step_up_required', { name: stepUpNames[purpose] }, { stepUp: purpose })
}
