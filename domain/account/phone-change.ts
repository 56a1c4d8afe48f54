import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { issueCode, proveBySms } from '#domain/identity/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { pick } from '#values/pick.ts'

interface NewPhone {
  memberId: string
  phone: string
  now: Date
}

/**
 * Creates a one-time code for a member's new number, for the caller to send. `isTaken`: the number signs in elsewhere;
 * its owner gets a message instead of the code, and the member doesn't learn of it. Refuses `code_limited`.
 */
export async function requestPhoneCode(
  tx: Tx,
  secret: string,
  input: { phone: string; address: string; now: Date },
): Promise<{ code: string; isTaken: boolean }> {
  const code = await issueCode(tx, secret, { ...input, purpose: 'phone' })
  return { code, isTaken: await isPhoneTaken(tx, input.phone) }
}

async function isPhoneTaken(executor: Executor, phone: string): Promise<boolean> {
  return (await executor.selectFrom('loginName').select('login').where('login', '=', phone).executeTakeFirst()) !== undefined
}

/**
 * Checks the one-time code of the new number. Returns false instead of refusing, because a refusal would roll back the
 * counted attempt.
 */
export const provePhone = (tx: Tx, secret: string, { phone, code, now }: { phone: string; code: string; now: Date }): Promise<boolean> =>
  proveBySms(tx, secret, { phone, purpose: 'phone', code, now })

/**
 * Changes the number that a member signs in with; returns the old one. Refuses `code_invalid` if the number was taken
 * meanwhile.
 */
export async function changePhone(tx: Tx, account: AccountId, { memberId, phone }: Omit<NewPhone, 'now'>): Promise<string> {
  const member = await tx
    .selectFrom('member')
    .select(['login', 'phone'])
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const claimed = await tx
    .insertInto('loginName')
    .values({ login: phone, accountId: account, memberId })
    .onConflict(conflict => conflict.column('login').doNothing())
    .returning('login')
    .executeTakeFirst()
  if (!claimed) refuse('code_invalid')
  await tx.deleteFrom('loginName').where('accountId', '=', account).where('login', '=', member.phone).execute()
  await tx
    .updateTable('member')
    .set({ phone, ...(member.login === member.phone ? { login: phone } : {}) })
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .execute()
  return member.phone
}

/**
 * Requests review by staff of a change to a verified number, for a member who lost the old one. Refuses `state_forbids`
 * while another request waits.
 */
export async function requestPhoneReview(
  tx: Tx,
  account: AccountId,
  input: NewPhone & { oldPhone: string; reason: string },
): Promise<string> {
  const changeId = newId()
  const asked = await tx
    .insertInto('phoneChange')
    .values({
      accountId: account,
      changeId,
      ...pick(input, 'memberId', 'oldPhone', 'reason'),
      newPhone: input.phone,
      fileIds: [],
      state: 'waiting',
      askedAt: input.now,
    })
    .onConflict(conflict => conflict.columns(['accountId', 'memberId']).where('state', '=', 'waiting').doNothing())
    .returning('changeId')
    .executeTakeFirst()
  if (!asked) refuse('state_forbids', { state: '审核中', action: '再次申请' })
  return changeId
}

/** Cancels a request that staff have not decided. Refuses `not_found`. */
export async function cancelPhoneReview(
  tx: Tx,
  account: AccountId,
  { memberId, changeId, now }: { memberId: string; changeId: string; now: Date },
): Promise<void> {
  const row = await tx
    .updateTable('phoneChange')
    .set({ state: 'cancelled', decidedAt: now })
    .where('accountId', '=', account)
    .where('changeId', '=', changeId)
    .where('memberId', '=', memberId)
    .where('state', '=', 'waiting')
    .returning('changeId')
    .executeTakeFirst()
  if (!row) refuse('not_found')
}
