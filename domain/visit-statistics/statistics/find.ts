import { type RawBuilder, sql } from 'kysely'
import { dayOf, hourOf, minuteOf, stepMs, type VisitRange, type VisitScope, weekOfDay, wholeAccount } from '#domain/visits/index.ts'
import type { AccountId } from '#values/id.ts'

/**
 * Subjects whose parts are added up for a scope: its own, or a group's links (deleted ones too: what was counted stays
 * counted).
 */
export function subjectsOf(account: AccountId, scope: VisitScope): RawBuilder<unknown> {
  switch (scope.kind) {
    case 'link':
      return sql`subject_id = ${scope.linkId}`
    case 'broadcast':
      return sql`subject_id = ${scope.broadcastId}`
    case 'account':
      return sql`subject_id = ${wholeAccount}`
    case 'group':
      return sql`subject_id in (select link_id from link where account_id = ${account} and group_id = ${scope.groupId})`
  }
}

/** The links of a scope, each as a subject. */
export function linksOf(account: AccountId, scope: VisitScope): RawBuilder<unknown> {
  const ofLinks = (condition: RawBuilder<unknown>) =>
    sql`subject_id in (select link_id from link where account_id = ${account} ${condition})`
  switch (scope.kind) {
    case 'broadcast':
      return ofLinks(sql`and broadcast_id = ${scope.broadcastId}`)
    case 'account':
      return ofLinks(sql``)
    default:
      return subjectsOf(account, scope)
  }
}

export type VisitStep = keyof typeof stepMs

/** The first shorter step of a longer one, as in step.ts. */
const dayOfWeek = (week: RawBuilder<unknown>) => sql`(${week} * 7 - 3)`
const hourOfDay = (day: RawBuilder<unknown>) => sql`(${day} * 24 - 8)`
const minuteOfHour = (hour: RawBuilder<unknown>) => sql`(${hour} * 60)`

const longest = { minute: 0, hour: 1, day: 2, week: 3 } as const
const at = (step: number) => sql`${step}::integer`
/**
 * Until where minutes are rolled up into hours, hours into days, or days into weeks; 0: nothing is. No `coalesce` here:
 * under row level security PostgreSQL takes it for a leaking function (contain_leaked_vars), doesn't use the index and
 * reads all steps of a subject.
 */
const mark = (account: AccountId, name: 'hour' | 'day' | 'week') =>
  sql`greatest(0, (select ${sql.ref(name)} from visit_mark where account_id = ${account}))`

/** Half-open range of steps in one table. */
interface Steps {
  from: RawBuilder<unknown>
  until: RawBuilder<unknown>
}
/** Steps of a period without those covered by longer steps. */
const without = (all: Steps, longer: Steps | false): Steps[] =>
  longer
    ? [
        { from: all.from, until: sql`least(${longer.from}, ${all.until})` },
        { from: longer.until, until: all.until },
      ]
    : [all]

/**
 * Parts of subjects in a period, with each visit in exactly one: whole weeks, then days, hours and minutes at the ends
 * of the period and where longer steps still run, and fresh parts; `most` is the longest step wanted. A subquery with
 * the given columns and `minute`, the first minute of each part. One statement sees one snapshot of the mark and all
 * tables.
 */
export function partsIn(
  account: AccountId,
  subjects: RawBuilder<unknown>,
  { from, until }: VisitRange,
  { columns, most }: { columns: readonly string[]; most: keyof typeof longest },
): RawBuilder<unknown> {
  /** Whole steps of the period, as far as they are rolled up; false when there are none. */
  const whole = (name: 'hour' | 'day' | 'week', first: number, end: number): Steps | false =>
    longest[most] >= longest[name] &&
    first < end && { from: at(first), until: sql`greatest(${at(first)}, least(${at(end)}, ${mark(account, name)}))` }
  const [firstWholeDay, endDay] = [dayOf(from.getTime() + stepMs.day - 1), dayOf(until)]
  const weeks = whole('week', weekOfDay(firstWholeDay + 6), weekOfDay(endDay))
  const days = whole('day', firstWholeDay, endDay)
  const hours = whole('hour', hourOf(from.getTime() + stepMs.hour - 1), hourOf(until))
  const minutes = { from: at(minuteOf(from)), until: at(minuteOf(until.getTime() + stepMs.minute - 1)) }
  const inShorter = (steps: Steps | false, change: (step: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    steps && { from: change(steps.from), until: change(steps.until) }
  const read = (table: string, minute: RawBuilder<unknown>) => (steps: Steps) =>
    sql`
    select subject_id, ${minute} as minute, ${sql.join(columns.map(column => sql.ref(column)))} from ${sql.table(table)}
    where account_id = ${account} and ${subjects} and step >= ${steps.from} and step < ${steps.until}`
  const step = sql`step`
  return sql`(${sql.join(
    [
      ...(weeks ? [weeks] : []).map(read('visitWeek', minuteOfHour(hourOfDay(dayOfWeek(step))))),
      ...(days ? without(days, inShorter(weeks, dayOfWeek)) : []).map(read('visitDay', minuteOfHour(hourOfDay(step)))),
      ...(hours ? without(hours, inShorter(days, hourOfDay)) : []).map(read('visitHour', minuteOfHour(step))),
      ...without(minutes, inShorter(hours, minuteOfHour)).map(read('visitMinute', step)),
      read('visitDelta', step)(minutes),
    ],
    sql` union all `,
  )}) as part`
}

/** All parts of subjects since the beginning: the total, and what it doesn't include yet. */
export function partsEver(account: AccountId, subjects: RawBuilder<unknown>, columns: readonly string[]): RawBuilder<unknown> {
  const part = (table: string, minute: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
    select subject_id, ${minute} as minute, ${sql.join(columns.map(column => sql.ref(column)))} from ${sql.table(table)}
    where account_id = ${account} and ${subjects} ${condition}`
  return sql`(${sql.join(
    [
      part('visitTotal', sql`0`, sql``),
      part('visitHour', sql`step * 60`, sql`and step >= ${mark(account, 'day')} * 24 - 8 and step < ${mark(account, 'hour')}`),
      part('visitMinute', sql`step`, sql`and step >= ${mark(account, 'hour')} * 60`),
      part('visitDelta', sql`step`, sql``),
    ],
    sql` union all `,
  )}) as part`
}
