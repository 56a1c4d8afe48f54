import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import { hmac, keyFor } from '#domain/platform/index.ts'
import { type AccountId, staffChainId } from '#values/id.ts'

/** The version of the hashed text, stored with the hash: a new column makes version 2, and old hashes stay valid. */
export const auditForm = 1

/** The text that a version 1 hash covers, computed by the database; changing any of these columns changes it. */
const accountLine = sql<string>`jsonb_build_array(activity.account_id, activity.activity_id, activity.member_id, activity.actor, activity.kind, activity.action,
  activity.object, activity.result, activity.reason, activity.address, activity.place, activity.agent, activity.request_id, activity.detail, activity.change,
  (extract(epoch from activity.at) * 1000000)::bigint)::text`
const staffLine = sql<string>`jsonb_build_array(staff_activity.activity_id, staff_activity.staff_id, staff_activity.action, staff_activity.account_id,
  staff_activity.object, staff_activity.result, staff_activity.address, staff_activity.place, staff_activity.request_id, staff_activity.detail,
  staff_activity.change, (extract(epoch from staff_activity.at) * 1000000)::bigint)::text`

export interface AuditLine {
  activityId: string
  /** The text that its hash covers. */
  text: string
}

/** Audit log lines with these ids, ordered by id and therefore by time. */
export async function linesOf(executor: Executor, chain: AccountId, ids: readonly string[]): Promise<AuditLine[]> {
  if (ids.length === 0) return []
  const rows =
    chain === staffChainId
      ? await executor
          .selectFrom('staff_activity')
          .select(['activity_id as activityId', staffLine.as('text')])
          .where('activity_id', 'in', ids)
          .orderBy('activity_id')
          .execute()
      : await executor
          .selectFrom('activity')
          .select(['activity_id as activityId', accountLine.as('text')])
          .where('account_id', '=', chain)
          .where('activity_id', 'in', ids)
          .orderBy('activity_id')
          .execute()
  return rows
}

/**
 * HMAC key of the hash chain, derived from the platform's master secret: access to the database alone is not enough to
 * forge hashes.
 */
export const auditKey = (secret: string): Buffer => keyFor(secret, 'audit-chain')

export interface Sealed {
  chain: AccountId
  position: number
  form: number
  chainedAtMs: number
}

/** The chained HMAC of a line: over its position, the previous hash and its text. */
export const chainHashOf = (key: Buffer, { chain, position, form, chainedAtMs }: Sealed, previous: Buffer, text: string): Buffer =>
  hmac(key, `line\n${chain}\n${position}\n${form}\n${chainedAtMs}\n${previous.toString('hex')}\n${text}`)

export interface ChainEnds {
  basePosition: number
  baseHash: Buffer
  headPosition: number
  headHash: Buffer
}

/** The HMAC over a chain's start and end. */
export const proofOf = (key: Buffer, chain: AccountId, { basePosition, baseHash, headPosition, headHash }: ChainEnds): Buffer =>
  hmac(key, `ends\n${chain}\n${basePosition}\n${baseHash.toString('hex')}\n${headPosition}\n${headHash.toString('hex')}`)

export const isEqual = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other)
