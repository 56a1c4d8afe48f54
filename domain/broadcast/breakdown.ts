import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { explainCodes } from '#domain/numbering/index.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import type { Carrier } from '#values/phone.ts'
import { timesOf } from './curve.ts'

interface Group {
  carrier: Carrier | null
  province: string | null
  reason: string | null
  submitted: Date | null
  delivered: Date | null
  /** The SQL `grouping` of the row: one bit per column, 0 where the row is grouped by it. */
  grouping: number
  messageCount: number
  deliveredCount: number
  failedCount: number
  unknownCount: number
  awaitedCount: number
}

/** The shortest first; broadcasts last from seconds to weeks. */
const spansSeconds = [1, 2, 5, 15, 60, 300, 900, 3_600, 14_400, 86_400] as const
/** While it is sent, and most of its clicks come. */
const mostSpans = 48
const longest = 86_400

/**
 * Breakdown of a broadcast's messages by cause, carrier, province and time, in one pass over its messages. Refuses
 * `not_found`.
 */
export async function readBreakdown(executor: Executor, account: AccountId, broadcastId: string) {
  const { spanSeconds, begin } = await spanOf(executor, account, broadcastId)
  const span = sql`${`${spanSeconds} seconds`}::interval`
  const { rows } = await sql<Group>`
    select carrier, province, reason, submitted, delivered, grouping(carrier, province, reason, submitted, delivered) as grouping,
      count(*) as "messageCount", count(*) filter (where state = 'delivered') as "deliveredCount",
      count(*) filter (where state in ('undelivered', 'expired', 'rejected')) as "failedCount",
      count(*) filter (where state = 'unknown') as "unknownCount", count(*) filter (where state in ('sending', 'submitted')) as "awaitedCount"
    from (
      select carrier, coalesce(province, '') as province, state,
        case when state in ('undelivered', 'expired', 'rejected', 'unknown', 'refused') then coalesce(reason, '') end as reason,
        date_bin(${span}, submitted_at, ${begin}) as submitted,
        case when state = 'delivered' then date_bin(${span}, coalesce(settled_at, finished_at), ${begin}) end as delivered
      from message where account_id = ${account} and broadcast_id = ${broadcastId}) as one
    group by grouping sets ((carrier), (province), (reason), (submitted), (delivered))`.execute(executor)
  const { rows: clicks } = await sql<{ at: Date; count: number }>`
    select date_bin(${span}, first_at, ${begin}) as at, count(*) as count from message_click
    where account_id = ${account} and broadcast_id = ${broadcastId} group by 1`.execute(executor)
  const by = (grouping: number) => rows.filter(row => row.grouping === grouping)
  const largest = (a: Group, b: Group) => b.messageCount - a.messageCount
  const countsAt = (found: readonly Group[], at: (row: Group) => Date | null) =>
    found.flatMap(row => {
      const time = at(row)
      return time ? [{ at: time, count: row.messageCount }] : []
    })
  return {
    causes: await causesOf(
      executor,
      by(0b11011)
        .filter(row => row.reason !== null)
        .sort(largest),
    ),
    carriers: by(0b01111)
      .sort(largest)
      .flatMap(row => (row.carrier ? [{ carrier: row.carrier, ...sharesOf(row) }] : [])),
    provinces: by(0b10111)
      .sort(largest)
      .flatMap(row => (row.province === null ? [] : [{ province: row.province, ...sharesOf(row) }])),
    spanSeconds,
    times: timesOf(
      { begin, spanSeconds },
      {
        submitted: countsAt(by(0b11101), row => row.submitted),
        delivered: countsAt(by(0b11110), row => row.delivered),
        clicked: clicks,
      },
    ),
  }
}

const sharesOf = ({ messageCount, deliveredCount, failedCount, unknownCount, awaitedCount }: Group) => ({
  messageCount,
  deliveredCount,
  failedCount,
  unknownCount,
  awaitedCount,
})

const unexplained = { meaning: '没有给出原因', cause: '其他', advice: '' }

/** Failures by cause, most messages first, and within each by code. */
async function causesOf(executor: Executor, groups: readonly Group[]) {
  const words = await explainCodes(
    executor,
    groups.map(row => row.reason),
  )
  const known = groups.map(({ reason, messageCount }) => ({
    code: reason ?? '',
    messageCount,
    ...(words.get(reason ?? '') ?? unexplained),
  }))
  return [...Map.groupBy(known, one => one.cause)]
    .map(([cause, codes]) => ({
      cause,
      advice: firstOrThrow(codes).advice,
      messageCount: codes.reduce((sum, one) => sum + one.messageCount, 0),
      codes: codes.map(({ code, meaning, messageCount }) => ({ code, meaning, messageCount })),
    }))
    .sort((a, b) => b.messageCount - a.messageCount)
}

/** The shortest span that gives not too many points, and the beginning of the first. */
async function spanOf(executor: Executor, account: AccountId, broadcastId: string): Promise<{ spanSeconds: number; begin: Date }> {
  const { rows } = await sql<{ seconds: number; begin: Date }>`
    select extract(epoch from greatest(coalesce(finished_at, now()), (
        select percentile_disc(0.9) within group (order by first_at) from message_click
        where account_id = ${account} and message_click.broadcast_id = broadcast.broadcast_id
      )) - coalesce(started_at, created_at))::double precision as seconds, coalesce(started_at, created_at) as begin
    from broadcast where account_id = ${account} and broadcast_id = ${broadcastId}`.execute(executor)
  const { seconds, begin } = rows[0] ?? refuse('not_found')
  const spanSeconds = spansSeconds.find(span => seconds / span <= mostSpans) ?? longest
  return { spanSeconds, begin: new Date(Math.floor(begin.getTime() / 1_000 / spanSeconds) * spanSeconds * 1_000) }
}
