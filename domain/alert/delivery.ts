import type { AlertOccasion } from '#contract/alert/alert.ts'
import type { AlertMethod } from '#contract/alert/alert-rule.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { type Alert, alertOf } from './alert-row.ts'

export interface WaitingDelivery {
  alert: Alert
  notificationMethod: AlertMethod
  occasion: AlertOccasion
  phone: string | null
  email: string | null
  robotId: string | null
  queuedAt: Date
}

interface Key {
  alertId: string
  deliveryId: string
}

/** A delivery still to be sent, locked until the transaction ends; null: already sent or deleted. */
export async function claimDelivery(tx: Tx, account: AccountId, { alertId, deliveryId }: Key): Promise<WaitingDelivery | null> {
  const row = await tx
    .selectFrom('alert_delivery')
    .selectAll()
    .where('account_id', '=', account)
    .where('alert_id', '=', alertId)
    .where('delivery_id', '=', deliveryId)
    .where('state', '=', 'queued')
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const alert = await tx
    .selectFrom('alert')
    .selectAll()
    .where('account_id', '=', account)
    .where('alert_id', '=', alertId)
    .executeTakeFirstOrThrow()
  return {
    alert: alertOf(alert),
    notificationMethod: row.notification_method as AlertMethod,
    occasion: row.occasion,
    phone: row.phone,
    email: row.email,
    robotId: row.robot_id,
    queuedAt: row.created_at,
  }
}

/** Records the result of a delivery. `queued`: to be retried, with the reason. */
export async function endDelivery(
  executor: Executor,
  account: AccountId,
  { alertId, deliveryId }: Key,
  {
    state,
    detail = null,
    mailId = null,
    now,
  }: { state: 'queued' | 'sent' | 'failed'; detail?: string | null; mailId?: string | null; now: Date },
): Promise<void> {
  await executor
    .updateTable('alert_delivery')
    .set({ state, detail, mail_id: mailId, ended_at: state === 'queued' ? null : now })
    .where('account_id', '=', account)
    .where('alert_id', '=', alertId)
    .where('delivery_id', '=', deliveryId)
    .execute()
}
