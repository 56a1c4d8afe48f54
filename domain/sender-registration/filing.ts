import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { FilingState, FilingStates } from '#contract/sender-registration/filing.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { type Operator, operators } from '#values/phone.ts'

/** Sender ID registration: one carrier's current answer for one signature. */
export interface Filing {
  operator: Operator
  state: FilingState
  /** The carrier's words; empty: none. */
  reason: string
  /** Null: never submitted. */
  changedAt: Date | null
}

export interface FilingChange {
  signatureId: string
  operator: Operator
  state: FilingState
  reason: string
}

const unfiled = (): FilingStates => ({ mobile: 'none', unicom: 'none', telecom: 'none', broadnet: 'none' })

/**
 * Registration states of these signatures of one account with each carrier. Signatures without a row are `none`
 * everywhere.
 */
export async function filingStates(
  executor: Executor,
  account: AccountId,
  signatureIds: readonly string[],
): Promise<Map<string, FilingStates>> {
  const states = new Map(signatureIds.map(signatureId => [signatureId, unfiled()]))
  const { rows } = await sql<{ signatureId: string; operator: Operator; state: FilingState }>`
    select signature_id as "signatureId", operator, state from signature_filing
    where account_id = ${account} and signature_id = any(${[...signatureIds]}::uuid[])`.execute(executor)
  for (const { signatureId, operator, state } of rows) getOrThrow(states, signatureId)[operator] = state
  return states
}

/** The four carriers' answers for one signature, in the order of `operators`. */
export async function filingsOf(executor: Executor, account: AccountId, signatureId: string): Promise<Filing[]> {
  const { rows } = await sql<Filing>`
    select operator, state, reason, changed_at as "changedAt" from signature_filing
    where account_id = ${account} and signature_id = ${signatureId}`.execute(executor)
  return operators.map(
    operator => rows.find(row => row.operator === operator) ?? { operator, state: 'none' as const, reason: '', changedAt: null },
  )
}

/** Every step of a signature's registration, newest first. */
export async function filingHistory(executor: Executor, account: AccountId, signatureId: string) {
  const { rows } = await sql<{ operator: Operator; state: FilingState; reason: string; at: Date }>`
    select operator, state, reason, at from signature_filing_step
    where account_id = ${account} and signature_id = ${signatureId} order by step_id desc limit 200`.execute(executor)
  return rows
}

/** Submits an approved signature to all four carriers. Earlier answers stay. */
export async function startFiling(
  tx: Tx,
  account: AccountId,
  { signatureId, staffId, now }: { signatureId: string; staffId: string | null; now: Date },
): Promise<void> {
  const known = getOrThrow(await filingStates(tx, account, [signatureId]), signatureId)
  const waiting = operators.filter(operator => known[operator] === 'none')
  await writeFilings(
    tx,
    account,
    waiting.map(operator => ({ signatureId, operator, state: 'pending', reason: '' })),
    { staffId, now },
  )
}

/**
 * Records carriers' answers for signatures of one account, or corrections by staff: all or nothing. Returns the states
 * before, in the same order. Refuses `not_found` and `filing_signature_gone`: only approved signatures are registered.
 */
export async function changeFilings(
  tx: Tx,
  account: AccountId,
  changes: readonly FilingChange[],
  by: { staffId: string; now: Date },
): Promise<FilingState[]> {
  const signatureIds = [...new Set(changes.map(change => change.signatureId))]
  const { rows } = await sql<{ text: string; state: string }>`
    select text, state from signature where account_id = ${account} and signature_id = any(${signatureIds}::uuid[]) and state <> 'deleted'
    order by signature_id for no key update`.execute(tx)
  if (rows.length < signatureIds.length) refuse('not_found')
  const gone = rows.find(row => row.state !== 'approved')
  if (gone) refuse('filing_signature_gone', { text: gone.text })
  const states = await filingStates(tx, account, signatureIds)
  await writeFilings(tx, account, changes, by)
  return changes.map(change => getOrThrow(states, change.signatureId)[change.operator])
}

async function writeFilings(
  tx: Tx,
  account: AccountId,
  changes: readonly FilingChange[],
  { staffId, now }: { staffId: string | null; now: Date },
): Promise<void> {
  if (changes.length === 0) return
  const common = { account_id: account }
  await tx
    .insertInto('signature_filing')
    .values(
      changes.map(({ signatureId, operator, state, reason }) => ({
        ...common,
        signature_id: signatureId,
        operator,
        state,
        reason,
        changed_at: now,
      })),
    )
    .onConflict(conflict =>
      conflict.columns(['account_id', 'signature_id', 'operator']).doUpdateSet(set => ({
        state: set.ref('excluded.state'),
        reason: set.ref('excluded.reason'),
        changed_at: set.ref('excluded.changed_at'),
      })),
    )
    .execute()
  await tx
    .insertInto('signature_filing_step')
    .values(
      changes.map(({ signatureId, operator, state, reason }) => ({
        ...common,
        step_id: newId(now.getTime()),
        signature_id: signatureId,
        operator,
        state,
        reason,
        staff_id: staffId,
        at: now,
      })),
    )
    .execute()
}
