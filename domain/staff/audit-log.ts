import type { StaffActChange, StaffActDetail } from '#contract/identity/staff-act.ts'
import type { Executor } from '#db/connect.ts'
import { placeName, redacted } from '#domain/platform/index.ts'
import { type AccountId, idFloor, newId, staffChainId } from '#values/id.ts'
import { pick } from '#values/pick.ts'

export interface StaffAct {
  /** Null: an unknown login. */
  staffId: string | null
  /** The call's path after `/api/admin/`, or `sign-in`. */
  action: string
  /** The customer concerned. */
  account?: AccountId | null
  /** The object of the act, as people read it. */
  object?: string | null
  /** `ok`, or the code of the refusal. */
  result: string
  address: string
  /** What was decided or changed; never a secret. */
  detail?: StaffActDetail | null
  change?: StaffActChange | null
  requestId?: string | null
  at: Date
}

const json = (value: object | null | undefined) => (value ? JSON.stringify(redacted(value)) : null)

/**
 * Appends a line to the staff audit log, which nobody may change or delete. It joins the hash chain shortly afterwards
 * (jobs/chain-audit-log.ts).
 */
export async function recordStaffAct(executor: Executor, act: StaffAct): Promise<void> {
  const line = {
    auditId: newId(),
    ...pick(act, 'staffId', 'action', 'result', 'address', 'at'),
    accountId: act.account ?? null,
    object: act.object ?? null,
    place: placeName(act.address),
    requestId: act.requestId ?? null,
    detail: json(act.detail),
    change: json(act.change),
  }
  // No line lacks its place in the queue of the hash chain.
  const append = async (tx: Executor) => {
    await tx.insertInto('staffAuditLog').values(line).execute()
    await tx.insertInto('auditChainQueue').values({ accountId: staffChainId, auditId: line.auditId }).execute()
  }
  await (executor.isTransaction ? append(executor) : executor.transaction().execute(append))
}

/** An open page is often requested again, and also loads its pictures. */
const sameAccessMs = 10 * 60_000

/**
 * Records a read access in the staff audit log, once per person, object and customer within a while. `within`: an
 * access that includes this object.
 */
export async function recordStaffRead(executor: Executor, act: StaffAct, within?: string): Promise<void> {
  const isSame = await executor
    .selectFrom('staffAuditLog')
    .select('auditId')
    .where('staffId', '=', act.staffId)
    .where('auditId', '>', idFloor(act.at.getTime() - sameAccessMs))
    .where('accountId', 'is not distinct from', act.account ?? null)
    .where(row =>
      row.or([row.and([row('action', '=', act.action), row('object', '=', act.object ?? '')]), row('action', '=', within ?? '')]),
    )
    .limit(1)
    .executeTakeFirst()
  if (!isSame) await recordStaffAct(executor, act)
}
