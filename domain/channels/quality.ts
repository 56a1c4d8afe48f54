import { sql } from 'kysely'
import type { ChannelQuality, Withdrawal, WithdrawalRule } from '#contract/messages/route-preference.ts'
import { refuse } from '#contract/refusals.ts'
import type { Db, Executor, Tx } from '#db/connect.ts'
import { sweepReportDelays } from './report-delay.ts'

/** Parts of a channel in some time. */
export interface Traffic {
  submittedCount: number
  refusedCount: number
  deliveredCount: number
  failedCount: number
  /** From submission to report, of all reports together. */
  delayMs: number
}

const minuteMs = 60_000
const bucketMs = 5 * minuteMs
/**
 * What counts as now: only finished rows, since failures are reported sooner than deliveries and would look like a sag
 * at the beginning of a broadcast.
 */
const recentMs = 30 * minuteMs
/** Submits are old enough to have been reported, unless reports usually take almost as long. */
const ripeMs = 10 * minuteMs
const slowReportSeconds = 300
const usualDays = 7
const keptDays = 30

/** Reports that say something about a channel: now, usually, and of the probe share. */
export const leastRecent = 100
const leastUsual = 1_000
const leastProbe = 20
/** A channel that was just withdrawn waits this long for the reports of what it still gets. */
const leastWithdrawnMs = 15 * minuteMs
/** A drop below this is no sag, whatever its significance. */
const leastDrop = 0.1
const leastDelaySeconds = 60
const delayFactor = 5

/** Adds what a program has counted. */
export async function recordTraffic(db: Db, tallies: ReadonlyMap<string, Traffic>, now: Date): Promise<void> {
  if (tallies.size === 0) return
  const at = new Date(Math.floor(now.getTime() / bucketMs) * bucketMs)
  const rows = [...tallies].sort(([a], [b]) => (a < b ? -1 : 1))
  const list = (key: keyof Traffic) => rows.map(([, traffic]) => traffic[key])
  await sql`
    insert into channel_traffic as known (channel_id, at, submitted_count, refused_count, delivered_count, failed_count, delay_ms)
    select given.id, ${at}, submitted, refused, delivered, failed, delay
    from unnest(${rows.map(([channelId]) => channelId)}::uuid[], ${list('submittedCount')}::bigint[], ${list('refusedCount')}::bigint[],
      ${list('deliveredCount')}::bigint[], ${list('failedCount')}::bigint[], ${list('delayMs')}::bigint[])
      as given (id, submitted, refused, delivered, failed, delay)
    where exists (select from channel where channel_id = given.id)
    on conflict (channel_id, at) do update set submitted_count = known.submitted_count + excluded.submitted_count,
      refused_count = known.refused_count + excluded.refused_count, delivered_count = known.delivered_count + excluded.delivered_count,
      failed_count = known.failed_count + excluded.failed_count, delay_ms = known.delay_ms + excluded.delay_ms`.execute(db)
}

const reportedOf = ({ deliveredCount, failedCount }: Traffic) => deliveredCount + failedCount
const rateOf = (traffic: Traffic) => (reportedOf(traffic) === 0 ? null : traffic.deliveredCount / reportedOf(traffic))
const delayOf = (traffic: Traffic) => (reportedOf(traffic) === 0 ? null : traffic.delayMs / reportedOf(traffic) / 1000)
const percent = (rate: number) => `${Math.round(rate * 1000) / 10}%`

/** The lowest rate of `count` reports that is still usual: some standard deviations below, and a real drop. */
const lowestUsual = (usualRate: number, count: number, deviations: number, drop: number) =>
  usualRate - Math.max(drop, deviations * Math.sqrt((usualRate * (1 - usualRate)) / count))

/** Submits that should have been reported, and all reports since. */
export interface Awaited {
  submittedCount: number
  reportedCount: number
}

/** Why a channel falls out of its own usual range; null: it doesn't, or too little is known. */
export function sagOf(recent: Traffic, usual: Traffic, { submittedCount, reportedCount }: Awaited): string | null {
  const [usualRate, usualDelay] = [rateOf(usual), delayOf(usual)]
  if (usualRate === null || usualDelay === null || reportedOf(usual) < leastUsual) return null
  const reported = reportedOf(recent)
  const isUsuallyReported = usualDelay < slowReportSeconds && reportedOf(usual) >= 0.8 * usual.submittedCount
  if (isUsuallyReported && submittedCount >= 2 * leastRecent && reportedCount < 0.2 * submittedCount)
    return `提交${submittedCount}条已超过10分钟，只收到${reportedCount}条状态报告`
  const [rate, delay] = [rateOf(recent), delayOf(recent)]
  if (rate === null || delay === null || reported < leastRecent) return null
  if (rate < lowestUsual(usualRate, reported, 4, leastDrop)) return `到达率${percent(rate)}，平时${percent(usualRate)}`
  if (delay > leastDelaySeconds && delay > delayFactor * usualDelay)
    return `状态报告平均${Math.round(delay)}秒才到，平时${Math.round(usualDelay)}秒`
  return null
}

/** Whether what a withdrawn channel still gets does as usual again. */
export function isRecovered(recent: Traffic, usual: Traffic): boolean {
  const [rate, usualRate] = [rateOf(recent), rateOf(usual)]
  const [delay, usualDelay] = [delayOf(recent), delayOf(usual)]
  const reported = reportedOf(recent)
  if (rate === null || delay === null || usualRate === null || usualDelay === null || reported < leastProbe) return false
  return rate >= lowestUsual(usualRate, reported, 2, leastDrop / 2) && (delay <= leastDelaySeconds || delay <= 2 * usualDelay)
}

interface Judged {
  withdrawal: Withdrawal | null
  rule: WithdrawalRule
  recent: Traffic
  usual: Traffic
  awaited: Awaited
  /** Of the time since the withdrawal, but for its first minutes. */
  probe: Traffic
}

/** The withdrawal of a channel from now on. */
export function judge({ withdrawal, rule, recent, usual, awaited, probe }: Judged, now: Date): Withdrawal | null {
  if (rule === 'never') return null
  if (rule === 'always') return withdrawal
  if (withdrawal === null) {
    const reason = sagOf(recent, usual, awaited)
    return reason === null ? null : { since: now.toISOString(), reason }
  }
  const isOld = now.getTime() - new Date(withdrawal.since).getTime() >= leastWithdrawnMs
  return isOld && isRecovered(probe, usual) ? null : withdrawal
}

const empty: Traffic = { submittedCount: 0, refusedCount: 0, deliveredCount: 0, failedCount: 0, delayMs: 0 }

/** Measures each channel and decides on withdrawals. Returns the channels whose withdrawal began or ended. */
export async function reviewChannels(db: Db, now: Date): Promise<{ channelId: string; name: string; withdrawal: Withdrawal | null }[]> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const recentSince = ago(recentMs + bucketMs)
  const finished = sql`at <= ${ago(bucketMs)}`
  // `ripe` has the submits that are old enough to be reported, `all` the reports of the unfinished row too.
  const { rows } = await sql<Traffic & { channelId: string; era: string }>`
    select channel_id, era, sum(submitted_count)::bigint as submitted_count, sum(refused_count)::bigint as refused_count,
      sum(delivered_count)::bigint as delivered_count, sum(failed_count)::bigint as failed_count, sum(delay_ms)::bigint as delay_ms
    from channel_traffic join channel using (channel_id) cross join lateral (
      select 'usual' as era where at <= ${recentSince}
      union all select 'recent' where at > ${recentSince} and ${finished}
      union all select 'probe' where at > ${recentSince} and ${finished} and at > (withdrawal ->> 'since')::timestamptz
      union all select 'ripe' where at > ${recentSince} and at <= ${ago(ripeMs + bucketMs)}
      union all select 'all' where at > ${recentSince}) as eras
    where at > ${ago(usualDays * 24 * 60 * minuteMs)} group by 1, 2`.execute(db)
  const channels = await db.selectFrom('channel').select(['channelId', 'name', 'withdrawal', 'withdrawalRule']).execute()
  const changed = []
  for (const { channelId, name, withdrawal, withdrawalRule: rule } of channels) {
    const of = (era: string) => rows.find(row => row.channelId === channelId && row.era === era) ?? empty
    const [recent, usual, probe] = [of('recent'), of('usual'), of('probe')]
    const awaited = { submittedCount: of('ripe').submittedCount, reportedCount: reportedOf(of('all')) }
    const next = judge({ withdrawal, rule, recent, usual, awaited, probe }, now)
    const quality: ChannelQuality = {
      rate: rateOf(recent),
      usualRate: rateOf(usual),
      delaySeconds: delayOf(recent),
      usualDelaySeconds: delayOf(usual),
      reportedCount: reportedOf(recent),
    }
    // Staff may have set the rule since.
    await sql`
      update channel set quality = ${JSON.stringify(quality)}::jsonb, withdrawal = ${next && JSON.stringify(next)}::jsonb
      where channel_id = ${channelId} and withdrawal_rule = ${rule} and withdrawal is not distinct from ${withdrawal && JSON.stringify(withdrawal)}::jsonb`.execute(
      db,
    )
    if ((next === null) !== (withdrawal === null)) changed.push({ channelId, name, withdrawal: next })
  }
  await sql`delete from channel_traffic where at < ${ago(keptDays * 24 * 60 * minuteMs)}`.execute(db)
  await sweepReportDelays(db, now)
  return changed
}

/**
 * Sets when traffic is withdrawn from a channel; takes effect within seconds. Returns its name and the rule before.
 * Refuses `not_found`.
 */
export async function setWithdrawalRule(
  tx: Tx,
  { channelId, rule, reason, now }: { channelId: string; rule: WithdrawalRule; reason: string; now: Date },
): Promise<{ name: string; before: WithdrawalRule }> {
  const row = await tx
    .selectFrom('channel')
    .select(['name', 'withdrawalRule'])
    .where('channelId', '=', channelId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) refuse('not_found')
  const withdrawal = rule === 'always' ? { since: now.toISOString(), reason } : null
  await tx
    .updateTable('channel')
    .set({ withdrawalRule: rule, withdrawal: withdrawal && JSON.stringify(withdrawal) })
    .where('channelId', '=', channelId)
    .execute()
  return { name: row.name, before: row.withdrawalRule }
}

/** A channel's parts in each of the last 24 hours, the latest first; hours without any are left out. */
export async function readTraffic(executor: Executor, channelId: string, now: Date) {
  const { rows } = await sql<Traffic & { at: Date }>`
    select date_trunc('hour', at) as at, sum(submitted_count)::bigint as submitted_count, sum(refused_count)::bigint as refused_count,
      sum(delivered_count)::bigint as delivered_count, sum(failed_count)::bigint as failed_count, sum(delay_ms)::bigint as delay_ms
    from channel_traffic where channel_id = ${channelId} and at > ${new Date(now.getTime() - 24 * 60 * minuteMs)}
    group by 1 order by 1 desc`.execute(executor)
  return rows.map(({ at, ...traffic }) => ({ at, ...traffic, meanDelaySeconds: delayOf(traffic) }))
}
