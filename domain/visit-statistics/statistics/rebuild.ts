import { sql } from 'kysely'
import type { Db, Tx } from '#db/connect.ts'
import {
  type CountedVisit,
  dayOf,
  dayOfHour,
  firstHour,
  hourOfMinute,
  keptMinuteHours,
  lockVisits,
  type Mark,
  partsBetween,
  promoteVisits,
  readMark,
  rollUpFresh,
  rollUpParts,
  stepMs,
  Tally,
  type VisitPart,
  visitDimensions,
  weekOfDay,
  writeParts,
} from '#domain/visits/index.ts'
import { type AccountId, idFloor } from '#values/id.ts'
import { tableOf } from '#values/keys.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'

/** Visits read per query. */
const pageVisits = 20_000

/**
 * Recounts an account's visits day by day; figures from before the retained visits stay as they are. Redirecting and
 * reading may continue: each day changes in one transaction, during which visits wait with the redirectors.
 */
export async function rebuildVisits(
  db: Db,
  account: AccountId,
  { now, onDay }: { now: Date; onDay?: (doneDays: number, dayCount: number) => void },
): Promise<void> {
  await rollUpFresh(db, account)
  await sql`insert into visit_mark (account_id, hour, day) values (${account}, 0, 0) on conflict do nothing`.execute(db)
  await promoteVisits(db, account, now)
  const range = await keptDays(db, account, now)
  if (!range) return
  for (let day = range.from; day <= range.until; day += 1) {
    await rebuildDay(db, account, day)
    onDay?.(day - range.from + 1, range.until - range.from + 1)
  }
  await rebuildTotal(db, account)
  await promoteVisits(db, account, now)
}

/** Recounts every account's visits; returns the number of accounts. */
export async function rebuildAllVisits(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ accountId: AccountId }>`select account_id from account -- across accounts: every one`.execute(db)
  for (const { accountId } of rows) await rebuildVisits(db, accountId, { now })
  return rows.length
}

/**
 * Days with visits, until today. Part of the oldest day may be purged: if there are figures from before it, that day is
 * left out.
 */
async function keptDays(db: Db, account: AccountId, now: Date): Promise<{ from: number; until: number } | null> {
  const { rows } = await sql<{ firstMs: number | null; firstDay: number | null }>`
    select (select ('x' || left(translate(visit_id::text, '-', ''), 12))::bit(48)::bigint from visit where account_id = ${account} order by visit_id limit 1)
        as "firstMs", (select min(step) from visit_day where account_id = ${account}) as "firstDay"`.execute(db)
  const { firstMs, firstDay } = firstOrThrow(rows)
  if (firstMs === null) return null
  const from = dayOf(firstMs)
  // Visits may carry the time of a redirector whose clock is ahead.
  return { from: firstDay !== null && firstDay < from ? from + 1 : from, until: dayOf(now) + 1 }
}

/**
 * Deletes everything of one day and counts it again; ingesters can't write meanwhile, so that each visit is both in the
 * table and counted, or neither.
 */
async function rebuildDay(db: Db, account: AccountId, day: number): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(${lockVisits(account)})`.execute(tx)
    await sql`lock table visit_delta in share row exclusive mode`.execute(tx)
    const mark = await readMark(tx, account)
    const [from, until] = [firstHour(day), firstHour(day + 1)]
    await sql`delete from visit_delta where account_id = ${account} and step >= ${from * 60} and step < ${until * 60}`.execute(tx)
    await sql`delete from visit_minute where account_id = ${account} and step >= ${from * 60} and step < ${until * 60}`.execute(tx)
    await sql`delete from visit_hour where account_id = ${account} and step >= ${from} and step < ${until}`.execute(tx)
    await sql`delete from visit_day where account_id = ${account} and step = ${day}`.execute(tx)
    // Weeks from this one on are read as days until they are rolled up again.
    await sql`delete from visit_week where account_id = ${account} and step >= ${weekOfDay(day)}`.execute(tx)
    await sql`update visit_mark set week = least(week, ${weekOfDay(day)}) where account_id = ${account}`.execute(tx)
    const hours: VisitPart[] = []
    for (let hour = from; hour < until; hour += 1) hours.push(...(await rebuildHour(tx, account, hour, mark)))
    if (day < mark.day) await writeParts(tx, 'visitDay', account, rollUpParts(hours, dayOfHour))
  })
}

/** An hour's minutes, and the hour itself if it is over. Minutes past their retention are left out. */
async function rebuildHour(tx: Tx, account: AccountId, hour: number, mark: Mark): Promise<VisitPart[]> {
  const isOver = hour < mark.hour
  const hasMinutes = !isOver || hour >= mark.hour - keptMinuteHours
  const tally = new Tally(hasMinutes ? stepMs.minute : stepMs.hour)
  for await (const visit of visitsBetween(tx, account, { fromMs: hour * stepMs.hour, untilMs: (hour + 1) * stepMs.hour })) tally.add(visit)
  const parts = tally.parts()
  if (hasMinutes) await writeParts(tx, 'visitMinute', account, parts)
  const hours = hasMinutes ? rollUpParts(parts, hourOfMinute) : parts
  if (isOver) await writeParts(tx, 'visitHour', account, hours)
  return hours
}

/** The sum of all days that are over. */
async function rebuildTotal(db: Db, account: AccountId): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(${lockVisits(account)})`.execute(tx)
    const { day } = await readMark(tx, account)
    await sql`delete from visit_total where account_id = ${account}`.execute(tx)
    for await (const days of partsBetween(tx, 'visitDay', account, { from: 0, until: day })) {
      const totals = rollUpParts(days, () => 0)
      await writeParts(tx, 'visitTotal', account, totals)
    }
  })
}

/** Visits of a time range as they are counted, in the order of their ids. */
async function* visitsBetween(
  tx: Tx,
  account: AccountId,
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): AsyncGenerator<CountedVisit> {
  const hash = (column: string) => sql`('x' || encode(${sql.ref(column)}, 'hex'))::bit(53)::bigint`
  let after = idFloor(fromMs)
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await sql<Omit<CountedVisit, 'values'> & Record<(typeof visitDimensions)[number], string> & { visitId: string }>`
      select visit_id, ('x' || left(translate(visit_id::text, '-', ''), 12))::bit(48)::bigint as "atMs", link_id,
        broadcast_id, visitor_kind = 'person' as "isPerson", ${hash('visitorHash')} as visitor, ${hash('addressHash')} as address,
        coalesce(province, '') as province, coalesce(city, '') as city, coalesce(isp, '') as isp, coalesce(device, '') as device,
        coalesce(os, '') as os, coalesce(browser, '') as browser, coalesce(in_app, '') as "inApp", coalesce(referrer, '') as referrer,
        coalesce(arm::text, '') as arm, coalesce(language, '') as language
      from visit where account_id = ${account} and visit_id ${isFirst ? sql`>=` : sql`>`} ${after} and visit_id < ${idFloor(untilMs)}
      order by visit_id limit ${pageVisits}`.execute(tx)
    for (const row of rows) {
      const values = tableOf(visitDimensions, dimension => row[dimension])
      yield { ...row, values }
    }
    if (rows.length < pageVisits) return
    after = lastOrThrow(rows).visitId
  }
}
