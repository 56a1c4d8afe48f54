import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { acceptedMeasures, counted, countedColumns, endedMeasures } from '#domain/delivery/index.ts'
import { type AccountId, idFloor } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { fold, totalsLock, totalTables } from './roll-up.ts'

const dayMs = 86_400_000
const chinaOffsetMs = 8 * 3_600_000
/** The moment at which a day in China, counted from 1970, starts. */
const startOf = (day: number) => new Date(day * dayMs - chinaOffsetMs)

/**
 * Recounts an account's messages day by day; totals of days from before the stored messages stay as they are. Sending
 * and reading may continue: each day changes in one transaction, which includes deltas that aren't rolled up yet.
 */
export async function rebuildStatistics(db: Db, account: AccountId, onDay?: (doneDays: number, dayCount: number) => void): Promise<void> {
  const range = await keptDays(db, account)
  if (!range) return
  for (let day = range.from; day <= range.until; day += 1) {
    await rebuildDay(db, account, day)
    onDay?.(day - range.from + 1, range.until - range.from + 1)
  }
}

/** Recounts every account's messages; returns the number of accounts. */
export async function rebuildAllStatistics(db: Db): Promise<number> {
  const { rows } = await sql<{ accountId: AccountId }>`select account_id from account -- across accounts: every one`.execute(db)
  for (const { accountId } of rows) await rebuildStatistics(db, accountId)
  return rows.length
}

/**
 * Days with messages, totals or deltas. Part of the oldest day's messages may be purged: if there are totals from
 * before it, that day is left out.
 */
async function keptDays(db: Db, account: AccountId): Promise<{ from: number; until: number } | null> {
  const { rows } = await sql<{
    fromMessage: number | null
    untilMessage: number | null
    fromTotal: number | null
    untilTotal: number | null
  }>`
    with ends as (
      select (select message_hour(message_id) from message where account_id = ${account} order by message_id limit 1) as first,
             (select message_hour(message_id) from message where account_id = ${account} order by message_id desc limit 1) as last)
    select (first + 8) / 24 as "fromMessage", (last + 8) / 24 as "untilMessage",
           (select min(day) from statistics_day where account_id = ${account}) as "fromTotal",
           (select max(day) from statistics_day where account_id = ${account}) as "untilTotal"
    from ends`.execute(db)
  const { fromMessage, untilMessage, fromTotal, untilTotal } = firstOrThrow(rows)
  if (fromMessage === null || untilMessage === null) return null
  const isOlder = fromTotal !== null && fromTotal < fromMessage
  return { from: isOlder ? fromMessage + 1 : fromMessage, until: Math.max(untilMessage, untilTotal ?? 0) }
}

/** Reads messages and deltas in one statement, so that each message's outcome is in only one of them. */
async function rebuildDay(db: Db, account: AccountId, day: number): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(${totalsLock(account)})`.execute(tx)
    const ofHours = sql`hour between ${day * 24 - 8} and ${day * 24 + 15}`
    for (const [table, { time }] of Object.entries(totalTables)) {
      const isOfDay = time === 'day' ? sql`day = ${day}` : ofHours
      await sql`delete from ${sql.table(table)} where account_id = ${account} and ${isOfDay}`.execute(tx)
    }
    const messages = sql`(select ${countedColumns} from message
      where account_id = ${account} and message_id >= ${idFloor(startOf(day))} and message_id < ${idFloor(startOf(day + 1))})`
    await fold(
      tx,
      account,
      counted(account, messages, { ...acceptedMeasures, ...endedMeasures }),
      sql`delete from statistics_delta where account_id = ${account} and ${ofHours}`,
    )
  })
}
