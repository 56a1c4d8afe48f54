import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { explainCodes } from '#domain/numbering/index.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'
import type { Carrier } from '#values/phone.ts'

/** Maximum number of points of the time series; a longer broadcast gets longer spans. */
const maxSpans = 72
const spans = [1, 5, 15, 60, 240, 1440]

interface Group {
  carrier: Carrier | null
  province: string | null
  reason: string | null
  span: Date | null
  /** The SQL `grouping` of the row: one bit per column, 0 where the row is grouped by it. */
  grouping: number
  messageCount: number
  deliveredCount: number
  failedCount: number
  unknownCount: number
}

/**
 * Breakdown of a broadcast's messages by cause, carrier, province and time, in one pass over its messages. Refuses
 * `not_found`.
 */
export async function readBreakdown(executor: Executor, account: AccountId, broadcastId: string) {
  const spanMinutes = await spanOf(executor, account, broadcastId)
  const { rows } = await sql<Group>`
    select carrier, province, reason, span, grouping(carrier, province, reason, span) as grouping, count(*) as "messageCount",
      count(*) filter (where state = 'delivered') as "deliveredCount", count(*) filter (where state in ('undelivered', 'expired', 'rejected')) as "failedCount",
      count(*) filter (where state = 'unknown') as "unknownCount"
    from (
      select carrier, coalesce(province, '') as province, state,
        case when state in ('undelivered', 'expired', 'rejected', 'unknown', 'refused') then coalesce(reason, '') end as reason,
        date_bin(${`${spanMinutes} minutes`}::interval, submitted_at, timestamptz '2020-01-01 00:00:00+08') as span
      from message where account_id = ${account} and broadcast_id = ${broadcastId}) as one
    group by grouping sets ((carrier), (province), (reason), (span))`.execute(executor)
  const by = (grouping: number) => rows.filter(row => row.grouping === grouping)
  const largest = (a: Group, b: Group) => b.messageCount - a.messageCount
  return {
    causes: await causesOf(
      executor,
      by(0b1101)
        .filter(row => row.reason !== null)
        .sort(largest),
    ),
    carriers: by(0b0111)
      .sort(largest)
      .flatMap(row => (row.carrier ? [{ carrier: row.carrier, ...sharesOf(row) }] : [])),
    provinces: by(0b1011)
      .sort(largest)
      .map(row => ({ province: row.province!, ...sharesOf(row) })),
    spanMinutes,
    times: by(0b1110)
      .filter(row => row.span !== null)
      .sort((a, b) => Number(a.span) - Number(b.span))
      .map(row => ({ at: row.span!, submittedCount: row.messageCount, deliveredCount: row.deliveredCount })),
  }
}

const sharesOf = ({ messageCount, deliveredCount, failedCount, unknownCount }: Group) => ({
  messageCount,
  deliveredCount,
  failedCount,
  unknownCount,
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

/** The shortest span that doesn't give too many points. */
async function spanOf(executor: Executor, account: AccountId, broadcastId: string): Promise<number> {
  const { rows } = await sql<{ minutes: number | null }>`
    select extract(epoch from coalesce(finished_at, now()) - coalesce(started_at, created_at))::double precision / 60 as minutes
    from broadcast where account_id = ${account} and broadcast_id = ${broadcastId}`.execute(executor)
  const { minutes } = rows[0] ?? refuse('not_found')
  return spans.find(span => (minutes ?? 0) / span <= maxSpans) ?? lastOrThrow(spans)
}
