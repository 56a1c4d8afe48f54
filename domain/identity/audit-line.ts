import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import { hmac, keyFor } from '#domain/platform/index.ts'
import { type AccountId, staffChainId } from '#values/id.ts'

/** The version of the hashed text, stored with the hash: a new column makes version 2, and old hashes stay valid. */
export const hashVersion = 1

/** The text that a version 1 hash covers, computed by the database; changing any of these columns changes it. */
const accountLine = sql<string>`jsonb_build_array(audit_log.account_id, audit_log.audit_id, audit_log.member_id, audit_log.actor, audit_log.kind, audit_log.action,
  audit_log.object, audit_log.result, audit_log.reason, audit_log.address, audit_log.place, audit_log.agent, audit_log.request_id, audit_log.detail, audit_log.change,
  (extract(epoch from audit_log.at) * 1000000)::bigint)::text`
const staffLine = sql<string>`jsonb_build_array(staff_audit_log.audit_id, staff_audit_log.staff_id, staff_audit_log.action, staff_audit_log.account_id,
  staff_audit_log.object, staff_audit_log.result, staff_audit_log.address, staff_audit_log.place, staff_audit_log.request_id, staff_audit_log.detail,
  staff_audit_log.change, (extract(epoch from staff_audit_log.at) * 1000000)::bigint)::text`

export interface AuditLine {
  auditId: string
  /** The text that its hash covers. */
  text: string
}

/** Audit log lines with these ids, ordered by id and therefore by time. */
export async function linesOf(executor: Executor, chain: AccountId, ids: readonly string[]): Promise<AuditLine[]> {
  if (ids.length === 0) return []
  const rows =
    chain === staffChainId
      ? await executor
          .selectFrom('staffAuditLog')
          .select(['auditId', staffLine.as('text')])
          .where('auditId', 'in', ids)
          .orderBy('auditId')
          .execute()
      : await executor
          .selectFrom('auditLog')
          .select(['auditId', accountLine.as('text')])
          .where('accountId', '=', chain)
          .where('auditId', 'in', ids)
          .orderBy('auditId')
          .execute()
  return rows
}

/**
 * HMAC key of the hash chain, derived from the platform's master secret: access to the database alone is not enough to
 * forge hashes.
 */
export const auditKey = (secret: string): Buffer => keyFor(secret, 'audit-chain')

export interface ChainedEntry {
  chain: AccountId
  position: number
  form: number
  chainedAtMs: number
}

/** The chained HMAC of a line: over its position, the previous hash and its text. */
export const chainHashOf = (key: Buffer, { chain, position, form, chainedAtMs }: ChainedEntry, previous: Buffer, text: string): Buffer =>
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
