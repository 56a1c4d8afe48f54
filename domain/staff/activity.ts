import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { newId } from '#values/id.ts'

export interface StaffAct {
  /** Null: somebody who gave a name of no one. */
  staffId: string | null
  /** The call's path after `/api/operator/`, or `sign-in`. */
  action: string
  /** The customer whom it concerns. */
  account?: AccountId | null
  /** What it was done to, as people read it. */
  object?: string | null
  /** `ok`, or the code of the refusal. */
  result: string
  address: string
  /** What was decided or changed; never a secret. */
  detail?: Record<string, unknown> | null
  at: Date
}

/** A line of the staff's log, which nobody may change or remove. */
export async function recordStaffAct(executor: Executor, act: StaffAct): Promise<void> {
  await executor
    .insertInto('staff_activity')
    .values({
      activity_id: newId(),
      staff_id: act.staffId,
      action: act.action,
      account_id: act.account ?? null,
      object: act.object ?? null,
      result: act.result,
      address: act.address,
      detail: act.detail ? JSON.stringify(act.detail) : null,
      at: act.at,
    })
    .execute()
}
