import { sql } from 'kysely'
import { accountStates } from '#contract/account/admin-customer.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { findCustomer, lockCustomer, revokeAttestation } from '#domain/account/index.ts'
import { balancesOf, linkGrantsOf } from '#domain/ledger/index.ts'
import { recordAccountChange } from '#domain/links/index.ts'
import { stopAccount } from '#domain/messages/index.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { maskPhone } from '#values/phone.ts'

/** A customer with everything that staff need before they act. Refuses `not_found`. */
export async function readCustomer(executor: Executor, account: AccountId, now: Date) {
  const customer = await findCustomer(executor, account, now)
  if (!customer) refuse('not_found')
  const { heldHao, creditLimitHao, spentHao, grants, bonuses } = await balancesOf(executor, account)
  const members = await executor
    .selectFrom('member')
    .select(['memberId', 'name', 'login', 'phone', 'role', 'secondFactor', 'lastSignInAt'])
    .where('accountId', '=', account)
    .orderBy('memberId')
    .execute()
  return {
    ...customer,
    heldHao,
    creditLimitHao,
    spentHao,
    bonuses,
    grants: [...grants, ...(await linkGrantsOf(executor, account))],
    members: members.map(member => ({
      ...member,
      secondFactor: member.secondFactor,
      login: member.login === member.phone ? maskPhone(member.login) : member.login,
      phone: maskPhone(member.phone),
    })),
    ...(await contentCounts(executor, account)),
    acts: await actsOn(executor, account),
  }
}

async function contentCounts(executor: Executor, account: AccountId) {
  const { rows } = await sql<{ object: 'signatures' | 'templates'; reviewing: number; approved: number }>`
    select 'signatures' as object, count(*) filter (where state = 'reviewing') as reviewing, count(*) filter (where state = 'approved') as approved
    from signature where account_id = ${account}
    union all
    select 'templates', count(*) filter (where state = 'reviewing'), count(*) filter (where state = 'approved')
    from template where account_id = ${account}`.execute(executor)
  const of = (object: string) => {
    const { reviewing, approved } = firstOrThrow(rows.filter(row => row.object === object))
    return { reviewing, approved }
  }
  return { signatures: of('signatures'), templates: of('templates') }
}

async function actsOn(executor: Executor, account: AccountId) {
  const { rows } = await sql<{ action: string; object: string | null; result: string; by: string; at: Date }>`
    select act.action, act.object, act.result, coalesce(staff.name, '') as by, act.at
    from staff_audit_log as act left join staff on staff.staff_id = act.staff_id
    where act.account_id = ${account} order by act.audit_id desc limit 20`.execute(executor)
  return rows
}

/**
 * Attests an account by hand under the name that staff saw proof of. Refuses `not_found`, and `state_forbids` if it is
 * attested.
 */
export async function grantAccountAttestation(
  tx: Tx,
  account: AccountId,
  input: { name: string; as?: 'person' | 'company' | 'public'; now: Date },
): Promise<void> {
  const row = await lockCustomer(tx, account)
  if (row.attestedAt) refuse('state_forbids', { state: '已认证', action: '再次认证' })
  await tx
    .updateTable('account')
    .set({ attestedAt: input.now, attestedName: input.name, attestedAs: input.as ?? 'company' })
    .where('accountId', '=', account)
    .execute()
}

/**
 * Revokes an attestation: no new messages are accepted, and unsent ones stop (`stopAccount`). Returns the attested
 * name. Refuses `not_found`, `state_forbids`.
 */
export async function revokeAccountAttestation(
  tx: Tx,
  account: AccountId,
  { reason, staffId, now }: { reason: string; staffId: string; now: Date },
): Promise<{ name: string }> {
  const row = await lockCustomer(tx, account)
  if (!row.attestedAt) refuse('state_forbids', { state: '未认证', action: '撤销认证' })
  const before = await tx.selectFrom('account').select('attestedName').where('accountId', '=', account).executeTakeFirstOrThrow()
  await tx
    .updateTable('account')
    .set({ attestedAt: null, attestedName: null, attestedAs: null, attestedUntil: null, attestedNotifiedDays: null })
    .where('accountId', '=', account)
    .execute()
  await revokeAttestation(tx, account, { reason, staffId, now })
  await stopAccount(tx, account, { reason: 'account_not_attested', now })
  return { name: before.attestedName ?? '' }
}

/**
 * Freezes an active account: signs its members out and blocks sign-in, disables its short links and stops unsent
 * messages (`stopAccount`). Refuses `not_found`, `state_forbids`.
 */
export async function freeze(tx: Tx, account: AccountId, now: Date): Promise<void> {
  await changeState(tx, account, { from: 'active', to: 'frozen', action: '冻结' })
  await tx.deleteFrom('session').where('accountId', '=', account).execute()
  await stopAccount(tx, account, { reason: 'account_frozen', now })
}

/** Unfreezes an account; members resume stopped broadcasts themselves. Refuses `not_found`, `state_forbids`. */
export const unfreeze = (tx: Tx, account: AccountId): Promise<void> =>
  changeState(tx, account, { from: 'frozen', to: 'active', action: '解除冻结' })

async function changeState(
  tx: Tx,
  account: AccountId,
  change: { from: 'active' | 'frozen'; to: 'active' | 'frozen'; action: string },
): Promise<void> {
  const row = await lockCustomer(tx, account)
  if (row.state !== change.from) refuse('state_forbids', { state: accountStates[row.state], action: change.action })
  await tx.updateTable('account').set({ state: change.to }).where('accountId', '=', account).execute()
  await recordAccountChange(tx, account)
}
