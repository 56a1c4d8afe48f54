import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { SenderRegistrationState, SenderRegistrationStates } from '#contract/sender-registration/sender-registration.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { type MainlandCarrier, mainlandCarriers } from '#values/phone.ts'

/** Sender ID registration: one carrier's current answer for one signature. */
export interface SenderRegistration {
  carrier: MainlandCarrier
  state: SenderRegistrationState
  /** The carrier's words; empty: none. */
  reason: string
  /** Null: never submitted. */
  changedAt: Date | null
}

export interface SenderRegistrationChange {
  signatureId: string
  carrier: MainlandCarrier
  state: SenderRegistrationState
  reason: string
}

const unregistered = (): SenderRegistrationStates => ({ mobile: 'none', unicom: 'none', telecom: 'none', broadnet: 'none' })

/**
 * Registration states of these signatures of one account with each carrier. Signatures without a row are `none`
 * everywhere.
 */
export async function senderRegistrationStates(
  executor: Executor,
  account: AccountId,
  signatureIds: readonly string[],
): Promise<Map<string, SenderRegistrationStates>> {
  const states = new Map(signatureIds.map(signatureId => [signatureId, unregistered()]))
  const { rows } = await sql<{ signatureId: string; carrier: MainlandCarrier; state: SenderRegistrationState }>`
    select signature_id, carrier, state from sender_registration
    where account_id = ${account} and signature_id = any(${[...signatureIds]}::uuid[])`.execute(executor)
  for (const { signatureId, carrier, state } of rows) getOrThrow(states, signatureId)[carrier] = state
  return states
}

/** The four carriers' answers for one signature, in the order of `mainlandCarriers`. */
export async function senderRegistrationsOf(executor: Executor, account: AccountId, signatureId: string): Promise<SenderRegistration[]> {
  const { rows } = await sql<SenderRegistration>`
    select carrier, state, reason, changed_at from sender_registration
    where account_id = ${account} and signature_id = ${signatureId}`.execute(executor)
  return mainlandCarriers.map(
    carrier => rows.find(row => row.carrier === carrier) ?? { carrier, state: 'none' as const, reason: '', changedAt: null },
  )
}

/** Every step of a signature's registration, newest first. */
export async function senderRegistrationHistory(executor: Executor, account: AccountId, signatureId: string) {
  const { rows } = await sql<{ carrier: MainlandCarrier; state: SenderRegistrationState; reason: string; at: Date }>`
    select carrier, state, reason, at from sender_registration_step
    where account_id = ${account} and signature_id = ${signatureId} order by step_id desc limit 200`.execute(executor)
  return rows
}

/** Submits an approved signature to all four carriers. Earlier answers stay. */
export async function startSenderRegistration(
  tx: Tx,
  account: AccountId,
  { signatureId, staffId, now }: { signatureId: string; staffId: string | null; now: Date },
): Promise<void> {
  const known = getOrThrow(await senderRegistrationStates(tx, account, [signatureId]), signatureId)
  const waiting = mainlandCarriers.filter(carrier => known[carrier] === 'none')
  await writeSenderRegistrations(
    tx,
    account,
    waiting.map(carrier => ({ signatureId, carrier, state: 'pending', reason: '' })),
    { staffId, now },
  )
}

/**
 * Records carriers' answers for signatures of one account, or corrections by staff: all or nothing. Returns the states
 * before, in the same order. Refuses `not_found` and `sender_registration_signature_gone`: only approved signatures are
 * registered.
 */
export async function changeSenderRegistrations(
  tx: Tx,
  account: AccountId,
  changes: readonly SenderRegistrationChange[],
  by: { staffId: string; now: Date },
): Promise<SenderRegistrationState[]> {
  const signatureIds = [...new Set(changes.map(change => change.signatureId))]
  const { rows } = await sql<{ text: string; state: string }>`
    select text, state from signature where account_id = ${account} and signature_id = any(${signatureIds}::uuid[]) and state <> 'deleted'
    order by signature_id for no key update`.execute(tx)
  if (rows.length < signatureIds.length) refuse('not_found')
  const gone = rows.find(row => row.state !== 'approved')
  if (gone) refuse('sender_registration_signature_gone', { text: gone.text })
  const states = await senderRegistrationStates(tx, account, signatureIds)
  await writeSenderRegistrations(tx, account, changes, by)
  return changes.map(change => getOrThrow(states, change.signatureId)[change.carrier])
}

async function writeSenderRegistrations(
  tx: Tx,
  account: AccountId,
  changes: readonly SenderRegistrationChange[],
  { staffId, now }: { staffId: string | null; now: Date },
): Promise<void> {
  if (changes.length === 0) return
  const common = { accountId: account }
  await tx
    .insertInto('senderRegistration')
    .values(changes.map(({ signatureId, carrier, state, reason }) => ({ ...common, signatureId, carrier, state, reason, changedAt: now })))
    .onConflict(conflict =>
      conflict.columns(['accountId', 'signatureId', 'carrier']).doUpdateSet(set => ({
        state: set.ref('excluded.state'),
        reason: set.ref('excluded.reason'),
        changedAt: set.ref('excluded.changedAt'),
      })),
    )
    .execute()
  await tx
    .insertInto('senderRegistrationStep')
    .values(
      changes.map(({ signatureId, carrier, state, reason }) => ({
        ...common,
        stepId: newId(now.getTime()),
        signatureId,
        carrier,
        state,
        reason,
        staffId,
        at: now,
      })),
    )
    .execute()
}
