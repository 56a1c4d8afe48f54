import { sql } from 'kysely'
import type { SystemAlertKind } from '#contract/home/system-alert.ts'
import { refuse } from '#contract/refusals.ts'
import type { Db, Executor, Tx } from '#db/connect.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** An alert that isn't confirmed for this long is over: the program that raised it may have been killed. */
const confirmedWithin = '5 minutes'

export interface SystemAlert {
  kind: SystemAlertKind
  /** What the alert is about within its kind: a host, or empty where there is only one. */
  subject: string
  /** One Chinese sentence. */
  detail: string
}

const isOver = sql`excluded.confirmed_at - known.confirmed_at > ${confirmedWithin}::interval`

/** Raises or confirms an alert; returns whether it is new. */
export async function raiseSystemAlert(db: Db, { kind, subject, detail }: SystemAlert): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into system_alert as known (kind, subject, detail, began_at, confirmed_at) values (${kind}, ${subject}, ${detail}, now(), now())
    on conflict (kind, subject) do update set detail = excluded.detail, confirmed_at = excluded.confirmed_at,
      began_at = case when ${isOver} then excluded.began_at else known.began_at end,
      acknowledged_by = case when ${isOver} then null else known.acknowledged_by end,
      acknowledged_at = case when ${isOver} then null else known.acknowledged_at end
    returning began_at = confirmed_at as is_new`.execute(db)
  return firstOrThrow(rows).isNew
}

/** Ends an alert; returns whether it was raised. */
export async function endSystemAlert(db: Db, { kind, subject }: Pick<SystemAlert, 'kind' | 'subject'>): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from system_alert where kind = ${kind} and subject = ${subject}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

export interface RaisedAlert extends SystemAlert {
  beganAt: Date
  /** Who of staff takes care of it. */
  acknowledged: { by: string; at: Date } | null
}

/** Alerts in force, the oldest first. */
export async function listSystemAlerts(executor: Executor): Promise<RaisedAlert[]> {
  const { rows } = await sql<SystemAlert & { beganAt: Date; acknowledgedBy: string | null; acknowledgedAt: Date | null }>`
    select kind, subject, detail, began_at, staff.name as acknowledged_by, acknowledged_at
    from system_alert left join staff on staff.staff_id = acknowledged_by
    where confirmed_at > now() - ${confirmedWithin}::interval order by began_at, kind, subject`.execute(executor)
  return rows.map(({ acknowledgedBy, acknowledgedAt, ...alert }) => ({
    ...alert,
    acknowledged: acknowledgedAt && { by: acknowledgedBy ?? '已注销的员工', at: acknowledgedAt },
  }))
}

interface Acknowledgement extends Pick<SystemAlert, 'kind' | 'subject'> {
  /** Of the alert that was seen: one that began anew is another. */
  beganAt: Date
  staffId: string
  now: Date
}

/** Notes that a member of staff takes care of an alert; the first one stays. Refuses `not_found`: it is over. */
export async function acknowledgeSystemAlert(tx: Tx, { kind, subject, beganAt, staffId, now }: Acknowledgement): Promise<void> {
  const { numAffectedRows } = await sql`
    update system_alert set acknowledged_by = coalesce(acknowledged_by, ${staffId}::uuid), acknowledged_at = coalesce(acknowledged_at, ${now})
    where kind = ${kind} and subject = ${subject} and began_at >= ${beganAt} and began_at < ${new Date(beganAt.getTime() + 1)}`.execute(tx)
  if ((numAffectedRows ?? 0n) === 0n) refuse('not_found')
}
