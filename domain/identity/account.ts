import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { closeSessionsOf } from './session.ts'

export interface NewAccount {
  account: AccountId
  name: string
  /** A login name besides the phone. */
  login?: string
  phone: string
  memberName: string
  passwordHash: string
  now: Date
}

/**
 * Creates an account and its owner, within a transaction of that account. Claims the login names first, since they are
 * unique over all accounts. Refuses `login_taken`; a phone that has an account is refused like a wrong code
 * (`code_invalid`), against account enumeration.
 */
export async function createAccount(tx: Tx, input: NewAccount): Promise<{ memberId: string }> {
  const memberId = newId()
  const logins = [...new Set([input.phone, (input.login ?? input.phone).toLowerCase()])]
  const claimed = await tx
    .insertInto('loginName')
    .values(logins.map(login => ({ login, accountId: input.account, memberId })))
    .onConflict(conflict => conflict.column('login').doNothing())
    .returning('login')
    .execute()
  if (!claimed.some(({ login }) => login === input.phone)) refuse('code_invalid')
  if (claimed.length < logins.length) refuse('login_taken', {}, { login: '该登录名已被使用，请换一个' })
  await tx.insertInto('account').values({ accountId: input.account, name: input.name, createdAt: input.now }).execute()
  await tx
    .insertInto('member')
    .values({
      accountId: input.account,
      memberId,
      login: input.login ?? input.phone,
      phone: input.phone,
      name: input.memberName,
      passwordHash: input.passwordHash,
      passwordChangedAt: input.now,
      createdAt: input.now,
    })
    .execute()
  return { memberId }
}

/**
 * Sets a member's password and ends its sessions, all or all except the one in `keeps`. The old password goes into the
 * history.
 */
export async function setPassword(
  tx: Tx,
  account: AccountId,
  memberId: string,
  input: { passwordHash: string; now: Date; keeps?: string },
): Promise<void> {
  await sql`
    insert into member_password (account_id, member_id, ended_at, password_hash)
    select account_id, member_id, ${input.now}, password_hash from member where account_id = ${account} and member_id = ${memberId}
    on conflict do nothing`.execute(tx)
  await tx
    .updateTable('member')
    .set({ passwordHash: input.passwordHash, passwordChangedAt: input.now })
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .execute()
  await closeSessionsOf(tx, account, memberId, input.keeps)
}
