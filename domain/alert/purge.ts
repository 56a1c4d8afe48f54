import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { idFloor } from '#values/id.ts'
import { limits } from '#values/limits.ts'

/** Purges ended alerts older than the retention of logs, with their deliveries. */
export async function purgeAlerts(db: Db, now: Date): Promise<void> {
  const oldest = idFloor(now.getTime() - limits.alertDays * 86_400_000)
  await sql`
    -- across accounts: retention of alerts
    with gone as (delete from alert where alert_id < ${oldest}::uuid and state = 'recovered' returning account_id, alert_id)
    delete from alert_delivery using gone where alert_delivery.account_id = gone.account_id and alert_delivery.alert_id = gone.alert_id`.execute(
    db,
  )
}
