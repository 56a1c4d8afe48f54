import type { StaffActChange, StaffActDetail } from '#contract/identity/staff-act.ts'
import type { Executor } from '#db/connect.ts'
import { placeName, redacted } from '#domain/platform/index.ts'
import { type AccountId, idFloor, newId, staffChainId } from '#values/id.ts'

export interface StaffAct {
  /** Null: somebody who gave a name of no one. */
  staffId: string | null
  /** The call's path after `/api/admin/`, or `sign-in`. */
  action: string
  /** The customer whom it concerns. */
  account?: AccountId | null
  /** What it was done to, as people read it. */
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

/** A line of the staff's log, which nobody may change or remove. It is sealed a moment later (jobs/chain-audit-log.ts). */
export async function recordStaffAct(executor: Executor, act: StaffAct): Promise<void> {
  const line = {
    activity_id: newId(),
    staff_id: act.staffId,
    action: act.action,
    account_id: act.account ?? null,
    object: act.object ?? null,
    result: act.result,
    address: act.address,
    place: placeName(act.address),
    request_id: act.requestId ?? null,
    detail: json(act.detail),
    change: json(act.change),
    at: act.at,
  }
  // One statement: outside of a transaction too, no line is without its place in the queue.
  await executor
    .with('waiting', both => both.insertInto('audit_waiting').values({ account_id: staffChainId, activity_id: line.activity_id }))
    .insertInto('staff_activity')
    .values(line)
    .execute()
}

/** A page that shows something is often asked for again while it is open, and shows its pictures too. */
const oneLookMs = 10 * 60_000

/**
 * A line of the staff's log for a look, unless the same person has looked at the same object of the same customer a moment ago: one look is one line.
 * `within`: a look that shows this one's object too.
 */
export async function recordStaffLook(executor: Executor, act: StaffAct, within?: string): Promise<void> {
  const isSame = await executor
    .selectFrom('staff_activity')
    .select('activity_id')
    .where('staff_id', '=', act.staffId)
    .where('activity_id', '>', idFloor(act.at.getTime() - oneLookMs))
    .where('account_id', 'is not distinct from', act.account ?? null)
    .where(row =>
      row.or([row.and([row('action', '=', act.action), row('object', '=', act.object ?? '')]), row('action', '=', within ?? '')]),
    )
    .limit(1)
    .executeTakeFirst()
  if (!isSame) await recordStaffAct(executor, act)
}
