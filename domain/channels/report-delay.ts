import { sql } from 'kysely'
import type { Db, Executor } from '#db/connect.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** Reports that took as long, of parts that were submitted in the same five minutes. */
export interface DelayedReports {
  channelId: string
  submittedAt: Date
  /** One of `delayBounds`. */
  seconds: number
  reportCount: number
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const bucketMs = 5 * minuteMs
const keptMs = 5 * dayMs

/** The longest delay of each class, in seconds. Carriers report for 72 hours. */
const delayBounds = [1, 2, 3, 5, 7, 10, 15, 20, 30, 45, 60, 120, 300, 900, 3600, 6 * 3600, 24 * 3600, 72 * 3600]
/** Within these it is shown how many parts were reported, in seconds. */
const shownBounds = [60, 3600, 72 * 3600]

/** The class of a report's delay. */
export const delayBoundOf = (seconds: number) => delayBounds.find(bound => seconds <= bound) ?? 72 * 3600

/** The beginning of the five minutes of a submission. */
export const submissionBucketOf = (submittedAt: Date) => new Date(Math.floor(submittedAt.getTime() / bucketMs) * bucketMs)

/** Adds what a program has counted. */
export async function recordReportDelays(db: Db, counts: readonly DelayedReports[]): Promise<void> {
  if (counts.length === 0) return
  const rows = counts.toSorted(
    (a, b) => a.channelId.localeCompare(b.channelId) || a.submittedAt.getTime() - b.submittedAt.getTime() || a.seconds - b.seconds,
  )
  await sql`
    insert into channel_report_delay as known (channel_id, submitted_at, seconds, report_count)
    select given.* from unnest(${rows.map(row => row.channelId)}::uuid[], ${rows.map(row => row.submittedAt)}::timestamptz[],
      ${rows.map(row => row.seconds)}::int[], ${rows.map(row => row.reportCount)}::bigint[]) as given (channel_id, submitted_at, seconds, report_count)
    where exists (select from channel where channel_id = given.channel_id)
    on conflict (channel_id, submitted_at, seconds) do update set report_count = known.report_count + excluded.report_count`.execute(db)
}

/** Deletes what is no longer shown. */
export async function sweepReportDelays(db: Db, now: Date): Promise<void> {
  await sql`delete from channel_report_delay where submitted_at < ${new Date(now.getTime() - keptMs)}`.execute(db)
}

/**
 * How soon a channel's parts are reported: those reported within a minute, an hour and 72 hours, of all that the
 * carrier took on the last day whose parts are old enough for it; the median in seconds over the reports of a day; and reports
 * that wait for a part they belong to.
 */
export async function readReportDelays(executor: Executor, channelId: string, now: Date) {
  const until = shownBounds.map(bound => new Date(now.getTime() - bound * 1000 - bucketMs))
  const since = until.map(at => new Date(at.getTime() - dayMs))
  const { rows: shares } = await sql<{ withinSeconds: number; submittedCount: number; reportedCount: number }>`
    select shown.seconds as within_seconds, submitted_count, least(reported_count, submitted_count) as reported_count
    from unnest(${shownBounds}::int[], ${since}::timestamptz[], ${until}::timestamptz[]) as shown (seconds, since, until)
    cross join lateral (
      select coalesce(sum(submitted_count), 0)::bigint as submitted_count from channel_traffic
      where channel_id = ${channelId} and at > shown.since and at <= shown.until) as submitted
    cross join lateral (
      select coalesce(sum(report_count), 0)::bigint as reported_count from channel_report_delay as delay
      where channel_id = ${channelId} and submitted_at > shown.since and submitted_at <= shown.until and delay.seconds <= shown.seconds) as reported
    order by 1`.execute(executor)
  const { rows: classes } = await sql<{ seconds: number; reportCount: number }>`
    select seconds, sum(report_count)::bigint as report_count from channel_report_delay
    where channel_id = ${channelId} and submitted_at > ${new Date(now.getTime() - dayMs)} group by 1 order by 1`.execute(executor)
  const { rows: waiting } = await sql<{ unmatchedCount: number }>`
    select count(*) as unmatched_count from parked_report where channel_id = ${channelId}`.execute(executor)
  return { shares, medianSeconds: medianOf(classes), unmatchedCount: firstOrThrow(waiting).unmatchedCount }
}

/** The median delay, as if the delays of a class were spread evenly; null: no reports. */
export function medianOf(classes: readonly { seconds: number; reportCount: number }[]): number | null {
  let left = classes.reduce((sum, { reportCount }) => sum + reportCount, 0) / 2
  for (const { seconds, reportCount } of classes) {
    const shortest = delayBounds[delayBounds.indexOf(seconds) - 1] ?? 0
    if (reportCount > 0 && left <= reportCount) return shortest + (left / reportCount) * (seconds - shortest)
    left -= reportCount
  }
  return null
}
