import { sql } from 'kysely'
import type { Db, Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { rollUpParts, type VisitPart } from './part.ts'
import { dayOfHour, firstDay, firstHour, hourOf, hourOfMinute, weekOfDay } from './step.ts'
import { addParts, type PartTable, partsBetween, removeFreshParts } from './store.ts'

/** Fresh parts that one transaction rolls up. */
const batchParts = 10_000
/** A minute is over when no redirector writes to it any more; what arrives later is added to its hour or day. */
const graceMs = 90_000

/** Advisory lock on an account's figures, until the transaction ends. */
export const lockVisits = (account: AccountId) => sql`hashtextextended(${`visits ${account}`}, 0)`

/** How far an account's minutes are rolled up into hours, its hours into days and its days into weeks. */
export interface Mark {
  hour: number
  day: number
  week: number
}

export async function readMark(tx: Tx, account: AccountId): Promise<Mark> {
  const { rows } = await sql<Mark>`select hour, day, week from visit_mark where account_id = ${account}`.execute(tx)
  return rows[0] ?? { hour: 0, day: 0, week: 0 }
}

/** Runs work under the lock on an account's figures; null when another program holds it. */
async function alone<T>(db: Db, account: AccountId, work: (tx: Tx, mark: Mark) => Promise<T>): Promise<T | null> {
  return db.transaction().execute(async tx => {
    const { rows } = await sql<{ isFree: boolean }>`select pg_try_advisory_xact_lock(${lockVisits(account)}) as "isFree"`.execute(tx)
    return firstOrThrow(rows).isFree ? work(tx, await readMark(tx, account)) : null
  })
}

/**
 * Roll-up of visits: fresh parts of the ingesters into minutes, and what is over into hours, days, weeks and totals.
 * Each step is one transaction that moves parts from one table to the next, so that a killed program leaves no half
 * step and readers find each visit once. Returns how many fresh parts it moved.
 */
export async function rollUpVisits(db: Db, now: Date): Promise<number> {
  const fresh = await sql<{ accountId: AccountId }>`
    -- across accounts: whatever was counted
    select distinct account_id from visit_delta`.execute(db)
  let taken = 0
  for (const { accountId } of fresh.rows) taken += await rollUpFresh(db, accountId)
  const due = await sql<{ accountId: AccountId }>`
    -- across accounts: whose hour is over
    select account_id from visit_mark where hour < ${hourOf(now.getTime() - graceMs)}`.execute(db)
  for (const { accountId } of due.rows) await promoteVisits(db, accountId, now)
  return taken
}

/** Rolls up an account's fresh parts into its minutes, or into hours, days and weeks that are already over. */
export async function rollUpFresh(db: Db, account: AccountId): Promise<number> {
  let taken = 0
  for (;;) {
    const last = await alone(db, account, rollUpBatch(account))
    taken += last ?? 0
    if (last === null || last < batchParts) return taken
  }
}

const rollUpBatch = (account: AccountId) => async (tx: Tx, mark: Mark) => {
  const fresh = await removeFreshParts(tx, account, batchParts)
  const minutes = rollUpParts(fresh)
  await addParts(tx, 'visitMinute', account, minutes)
  const hours = rollUpParts(
    minutes.filter(part => hourOfMinute(part.step) < mark.hour),
    hourOfMinute,
  )
  await addParts(tx, 'visitHour', account, hours)
  const days = rollUpParts(
    hours.filter(part => dayOfHour(part.step) < mark.day),
    dayOfHour,
  )
  await addDays(tx, account, days, mark)
  await sql`insert into visit_mark (account_id, hour, day) values (${account}, 0, 0) on conflict do nothing`.execute(tx)
  return fresh.length
}

/**
 * Rolls up an account's minutes into hours, hours into days and days into weeks, as far as they are over, each in a
 * transaction of its own.
 */
export async function promoteVisits(db: Db, account: AccountId, now: Date): Promise<void> {
  const until = hourOf(now.getTime() - graceMs)
  while (await alone(db, account, promoteHour(account, until)));
  while (await alone(db, account, promoteDay(account)));
  while (await alone(db, account, promoteWeek(account)));
}

/** Rolls up the first complete hour with minutes into a row per subject; false when there was none. */
const promoteHour = (account: AccountId, until: number) => async (tx: Tx, mark: Mark) => {
  const first = await firstStep(tx, 'visitMinute', account, { from: mark.hour * 60, until: until * 60 })
  const hour = first === null ? null : hourOfMinute(first)
  if (hour !== null)
    for await (const minutes of partsBetween(tx, 'visitMinute', account, { from: hour * 60, until: hour * 60 + 60 }))
      await addParts(tx, 'visitHour', account, rollUpParts(minutes, hourOfMinute))
  const reached = Math.max(mark.hour, hour === null ? until : hour + 1)
  await sql`update visit_mark set hour = ${reached} where account_id = ${account}`.execute(tx)
  return hour !== null
}

/** Rolls up the first day with all its hours, and adds it to the total. */
const promoteDay = (account: AccountId) => async (tx: Tx, mark: Mark) => {
  const until = dayOfHour(mark.hour)
  const first = await firstStep(tx, 'visitHour', account, { from: firstHour(mark.day), until: firstHour(until) })
  const day = first === null ? null : dayOfHour(first)
  if (day !== null)
    for await (const hours of partsBetween(tx, 'visitHour', account, { from: firstHour(day), until: firstHour(day + 1) }))
      await addDays(tx, account, rollUpParts(hours, dayOfHour), mark)
  const reached = Math.max(mark.day, day === null ? until : day + 1)
  await sql`update visit_mark set day = ${reached} where account_id = ${account}`.execute(tx)
  return day !== null
}

/** Rolls up the first week with all its days. */
const promoteWeek = (account: AccountId) => async (tx: Tx, mark: Mark) => {
  const until = weekOfDay(mark.day)
  if (mark.week >= until) return false
  const first = await firstStep(tx, 'visitDay', account, { from: firstDay(mark.week), until: firstDay(until) })
  const week = first === null ? null : weekOfDay(first)
  if (week !== null)
    for await (const days of partsBetween(tx, 'visitDay', account, { from: firstDay(week), until: firstDay(week + 1) }))
      await addParts(tx, 'visitWeek', account, rollUpParts(days, weekOfDay))
  await sql`update visit_mark set week = ${week === null ? until : week + 1} where account_id = ${account}`.execute(tx)
  return week !== null
}

async function addDays(tx: Tx, account: AccountId, days: readonly VisitPart[], mark: Mark): Promise<void> {
  await addParts(tx, 'visitDay', account, days)
  const weeks = rollUpParts(
    days.filter(part => weekOfDay(part.step) < mark.week),
    weekOfDay,
  )
  await addParts(tx, 'visitWeek', account, weeks)
  const totals = rollUpParts(days, () => 0)
  await addParts(tx, 'visitTotal', account, totals)
}

async function firstStep(
  tx: Tx,
  table: PartTable,
  account: AccountId,
  { from, until }: { from: number; until: number },
): Promise<number | null> {
  const { rows } = await sql<{ step: number | null }>`
    select min(step) as step from ${sql.table(table)} where account_id = ${account} and step >= ${from} and step < ${until}`.execute(tx)
  return firstOrThrow(rows).step
}
