import { sql } from 'kysely'
import { type AttestationStatus, type Capability, capabilities, capabilityProblem, quotas } from '#contract/account/capability.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import { type AccountId, idFloor } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

export interface AttestedColumns {
  attestedAt: Date | null
  attestedAs: string | null
  attestedUntil: string | null
}

/**
 * An account's attestation state by its row. An attestation without a kind is one of a company that staff entered by
 * hand.
 */
export function attestationStatusFrom({ attestedAt, attestedAs, attestedUntil }: AttestedColumns, now: Date): AttestationStatus {
  if (attestedAt === null) return 'none'
  if (attestedUntil !== null && attestedUntil < chinaDay(now)) return 'lapsed'
  return attestedAs === 'person' ? 'person' : 'company'
}

/** The attestation state of an account at a moment. */
export async function attestationStatusOf(executor: Executor, account: AccountId, now: Date): Promise<AttestationStatus> {
  const row = await executor
    .selectFrom('account')
    .select(['attestedAt', 'attestedAs', 'attestedUntil'])
    .where('accountId', '=', account)
    .executeTakeFirstOrThrow()
  return attestationStatusFrom(row, now)
}

/**
 * Capability check: refuses `account_not_attested`, `attestation_lapsed` or `company_required` by the table in
 * contract/account/capability.ts.
 */
export async function requireCapability(executor: Executor, account: AccountId, capability: Capability, now: Date): Promise<void> {
  const problem = capabilityProblem(await attestationStatusOf(executor, account, now), capability)
  if (problem) refuse(problem, { what: capabilities[capability].name })
}

/**
 * Daily quota: refuses `daily_segments_exceeded` when an account with a quota would exceed it on this day (China time).
 * Refunded segments make room. Call before the hold is placed; the account is locked, so that concurrent callers share
 * the quota.
 */
export async function requireDailyRoom(tx: Tx, account: AccountId, segmentCount: number, now: Date): Promise<void> {
  const attestationStatus = await attestationStatusOf(tx, account, now)
  if (quotas.dailySegments[attestationStatus] === null) return
  await sql`select from account where account_id = ${account} for no key update`.execute(tx)
  const room = await dailyRoomOf(tx, account, attestationStatus, now)
  if (room && segmentCount > room.left) refuse('daily_segments_exceeded', room)
}

/**
 * The daily quota of segments in this attestation state and what remains of it today (China time), or null. The caller
 * holds the account's row lock.
 */
export async function dailyRoomOf(
  executor: Executor,
  account: AccountId,
  attestationStatus: AttestationStatus,
  now: Date,
): Promise<{ limit: number; left: number } | null> {
  const limit = quotas.dailySegments[attestationStatus]
  if (limit === null) return null
  const { rows } = await sql<{ taken: number }>`
    select coalesce(sum(segment_count - voided_count), 0)::bigint as taken from charge_hold
    where account_id = ${account} and hold_id >= ${idFloor(chinaDayStart(now))}::uuid`.execute(executor)
  return { limit, left: Math.max(0, limit - firstOrThrow(rows).taken) }
}
