import { sql } from 'kysely'
import type { FilingState, FilingStates } from '#contract/filing.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { type Operator, operators } from '#values/phone.ts'

/** One operator's answer for one signature, as it stands. */
export interface Filing {
  operator: Operator
  state: FilingState
  /** What the operator said; empty where nothing was. */
  reason: string
  /** Null: never handed in. */
  changedAt: Date | null
}

export interface FilingChange {
  signatureId: string
  operator: Operator
  state: FilingState
  reason: string
  /** Null: by the platform itself. */
  staffId: string | null
  now: Date
}

const unfiled = (): FilingStates => ({ mobile: 'none', unicom: 'none', telecom: 'none', broadnet: 'none' })

/** How far each operator is with each of these signatures of one account. Signatures without a row are `none` everywhere. */
export async function filingStates(
  executor: Executor,
  account: AccountId,
  signatureIds: readonly string[],
): Promise<Map<string, FilingStates>> {
  const states = new Map(signatureIds.map(signatureId => [signatureId, unfiled()]))
  const { rows } = await sql<{ signatureId: string; operator: Operator; state: FilingState }>`
    select signature_id as "signatureId", operator, state from signature_filing
    where account_id = ${account} and signature_id = any(${[...signatureIds]}::uuid[])`.execute(executor)
  for (const { signatureId, operator, state } of rows) states.get(signatureId)![operator] = state
  return states
}

/** The four operators' answers for one signature, in the order of `operators`. */
export async function filingsOf(executor: Executor, account: AccountId, signatureId: string): Promise<Filing[]> {
  const { rows } = await sql<Filing>`
    select operator, state, reason, changed_at as "changedAt" from signature_filing
    where account_id = ${account} and signature_id = ${signatureId}`.execute(executor)
  return operators.map(
    operator => rows.find(row => row.operator === operator) ?? { operator, state: 'none' as const, reason: '', changedAt: null },
  )
}

/** Every step of a signature's filing, the newest first. */
export async function filingHistory(executor: Executor, account: AccountId, signatureId: string) {
  const { rows } = await sql<{ operator: Operator; state: FilingState; reason: string; at: Date }>`
    select operator, state, reason, at from signature_filing_step
    where account_id = ${account} and signature_id = ${signatureId} order by step_id desc limit 200`.execute(executor)
  return rows
}

/** An approved signature waits for all four operators. What was answered before stays. */
export async function startFiling(
  tx: Tx,
  account: AccountId,
  { signatureId, staffId, now }: { signatureId: string; staffId: string | null; now: Date },
): Promise<void> {
  const { rows } = await sql<{ operator: Operator }>`
    insert into signature_filing (account_id, signature_id, operator, state, changed_at)
    select ${account}::uuid, ${signatureId}::uuid, operator, 'pending', ${now}::timestamptz from unnest(${[...operators]}::text[]) as operator
    on conflict (account_id, signature_id, operator) do nothing returning operator`.execute(tx)
  for (const { operator } of rows) await recordStep(tx, account, { signatureId, operator, state: 'pending', reason: '', staffId, now })
}

/**
 * What an operator answered, or staff corrected. Gives the state before, which is the new one when nothing changes but the reason.
 * Refuses `not_found` and `signature_not_approved`: only what is approved is handed in.
 */
export async function changeFiling(tx: Tx, account: AccountId, change: FilingChange): Promise<{ before: FilingState }> {
  const { signatureId, operator, state, reason, now } = change
  const { rows: found } = await sql<{ state: string }>`
    select state from signature where account_id = ${account} and signature_id = ${signatureId} and state <> 'deleted'
    for no key update`.execute(tx)
  if (!found[0]) refuse('not_found')
  if (found[0].state !== 'approved') refuse('signature_not_approved')
  const before = (await filingStates(tx, account, [signatureId])).get(signatureId)![operator]
  await sql`
    insert into signature_filing (account_id, signature_id, operator, state, reason, changed_at)
    values (${account}, ${signatureId}, ${operator}, ${state}, ${reason}, ${now})
    on conflict (account_id, signature_id, operator)
      do update set state = excluded.state, reason = excluded.reason, changed_at = excluded.changed_at`.execute(tx)
  await recordStep(tx, account, change)
  return { before }
}

async function recordStep(tx: Tx, account: AccountId, { signatureId, operator, state, reason, staffId, now }: FilingChange): Promise<void> {
  await tx
    .insertInto('signature_filing_step')
    .values({
      account_id: account,
      step_id: newId(now.getTime()),
      signature_id: signatureId,
      operator,
      state,
      reason,
      staff_id: staffId,
      at: now,
    })
    .execute()
}
