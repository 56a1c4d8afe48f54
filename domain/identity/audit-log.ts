import type { AuditLogKind } from '#contract/identity/audit-log-labels.ts'
import type { Tx } from '#db/connect.ts'
import { placeName, redacted } from '#domain/platform/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { maskPhone } from '#values/phone.ts'
import { pick } from '#values/pick.ts'
import type { Named } from './login.ts'
import type { SessionOrigin } from './session.ts'

export interface Act {
  action: 'register' | 'sign_in' | 'recovery'
  /** `ok`, or the code of the refusal. */
  result: string
  detail?: Record<string, unknown>
}

/** The old and new value of an object's fields. domain/platform/redaction.ts removes secrets. */
export interface Change {
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

export interface AuditLogLine {
  memberId: string | null
  /** The member's name on that day. */
  actor: string | null
  kind: AuditLogKind
  /** The call's path after `/api/`, or a name of its own. */
  action: string
  /** The object: an id, or a name that people read. */
  object?: string | null
  /** `ok`, or the code of the refusal. */
  result: string
  /** The refusal's sentence as shown. */
  reason?: string | null
  address: string
  agent: string
  requestId?: string | null
  detail?: Record<string, unknown> | null
  change?: Change | null
  at: Date
}

const json = (value: object | null | undefined) => (value ? JSON.stringify(redacted(value)) : null)

/**
 * Audit log: appends a line in a transaction of the account. A job adds it to the hash chain a moment later
 * (jobs/chain-audit-log.ts).
 */
export async function recordLine(tx: Tx, account: AccountId, line: AuditLogLine): Promise<void> {
  const auditId = newId()
  await tx
    .insertInto('auditLog')
    .values({
      accountId: account,
      auditId,
      ...pick(line, 'memberId', 'actor', 'kind', 'action', 'result', 'address', 'agent', 'at'),
      object: line.object?.slice(0, 200) ?? null,
      reason: line.reason ? String(redacted(line.reason)) : null,
      place: placeName(line.address),
      requestId: line.requestId ?? null,
      detail: json(line.detail),
      change: json(line.change),
    })
    .execute()
  await tx.insertInto('auditChainQueue').values({ accountId: account, auditId }).execute()
}

/**
 * Records sign-ins and similar acts. Attempts with an unknown name go to the platform's own log with the name's first
 * letters only, because people type passwords and others' numbers there.
 */
export async function recordAuditLog(tx: Tx, name: Named, act: Act, origin: SessionOrigin): Promise<void> {
  // Also queried for an unknown name, so that both cost the same (timing).
  const actor = await memberName(tx, name)
  await recordLine(tx, name.account, {
    ...act,
    memberId: name.isKnown ? name.memberId : null,
    actor,
    kind: 'sign_in',
    object: name.isKnown ? null : masked(name.login),
    address: origin.address,
    agent: origin.agent,
    at: origin.now,
  })
}

async function memberName(tx: Tx, name: Named): Promise<string | null> {
  const row = await tx
    .selectFrom('member')
    .select('name')
    .where('accountId', '=', name.account)
    .where('memberId', '=', name.memberId)
    .executeTakeFirst()
  return row?.name ?? null
}

const masked = (login: string) => (/^\d{11}$/.test(login) ? maskPhone(login) : `${login.slice(0, 2)}****`)
