import type { AlertOccasion } from '#contract/alert/alert.ts'
import type { AlertMethod } from '#contract/alert/alert-rule.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { pick } from '#values/pick.ts'
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
    .selectFrom('alertDelivery')
    .selectAll()
    .where('accountId', '=', account)
    .where('alertId', '=', alertId)
    .where('deliveryId', '=', deliveryId)
    .where('state', '=', 'queued')
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.notificationMethod === 'console') return null
  const alert = await tx
    .selectFrom('alert')
    .selectAll()
    .where('accountId', '=', account)
    .where('alertId', '=', alertId)
    .executeTakeFirstOrThrow()
  return {
    alert: alertOf(alert),
    notificationMethod: row.notificationMethod,
    ...pick(row, 'occasion', 'phone', 'email', 'robotId'),
    queuedAt: row.createdAt,
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
    .updateTable('alertDelivery')
    .set({ state, detail, mailId, endedAt: state === 'queued' ? null : now })
    .where('accountId', '=', account)
    .where('alertId', '=', alertId)
    .where('deliveryId', '=', deliveryId)
    .execute()
}
