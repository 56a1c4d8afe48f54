import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { firstHour, hourOf } from './step.ts'

/** Retention of figures by minute; by hour as long as hourly charts look back; by day for good. */
export const keptMinuteHours = 48
const keptHourDays = 400

/** Purges figures by minute and by hour that have long been rolled up into hours and days. */
export async function purgeSteps(db: Db, now: Date): Promise<void> {
  const hour = hourOf(now)
  const { rows } = await sql<{ accountId: AccountId; hour: number; day: number }>`
    select account_id, hour, day from visit_mark -- across accounts: every one`.execute(db)
  for (const { accountId: account, ...mark } of rows) {
    const minutesUntil = Math.min(mark.hour, hour - keptMinuteHours) * 60
    await sql`delete from visit_minute where account_id = ${account} and step < ${minutesUntil}`.execute(db)
    const hoursUntil = Math.min(firstHour(mark.day), hour - keptHourDays * 24)
    await sql`delete from visit_hour where account_id = ${account} and step < ${hoursUntil}`.execute(db)
    await sql`delete from missed_visit where account_id = ${account} and hour < ${hour - keptHourDays * 24}`.execute(db)
  }
}
