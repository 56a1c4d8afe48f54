import { sql } from 'kysely'
import type { SystemAlertKind } from '#contract/home/system-alert.ts'
import type { Db, Executor } from '#db/connect.ts'
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

/** Raises or confirms an alert; returns whether it is new. */
export async function raiseSystemAlert(db: Db, { kind, subject, detail }: SystemAlert): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into system_alert as known (kind, subject, detail, began_at, confirmed_at) values (${kind}, ${subject}, ${detail}, now(), now())
    on conflict (kind, subject) do update set detail = excluded.detail, confirmed_at = now(),
      began_at = case when known.confirmed_at < now() - ${confirmedWithin}::interval then now() else known.began_at end
    returning began_at = now() as is_new`.execute(db)
  return firstOrThrow(rows).isNew
}

/** Ends an alert; returns whether it was raised. */
export async function endSystemAlert(db: Db, { kind, subject }: Pick<SystemAlert, 'kind' | 'subject'>): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from system_alert where kind = ${kind} and subject = ${subject}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Alerts in force, the oldest first. */
export async function listSystemAlerts(executor: Executor): Promise<(SystemAlert & { beganAt: Date })[]> {
  const { rows } = await sql<SystemAlert & { beganAt: Date }>`
    select kind, subject, detail, began_at from system_alert
    where confirmed_at > now() - ${confirmedWithin}::interval order by began_at, kind, subject`.execute(executor)
  return rows
}
