import { SpanKind } from '@opentelemetry/api'
import { type RawBuilder, sql } from 'kysely'
import type { MessageState } from '#contract/messages/message-state.ts'
import { accountRow } from '#db/account-row.ts'
import type { Db, Tx } from '#db/connect.ts'
import { inPipeline } from '#db/pipeline.ts'
import { parkedTotal, reportDelays, reportsTotal } from '#dispatch/metrics.ts'
import { perAccount } from '#dispatch/per-account.ts'
import { countReport } from '#dispatch/traffic.ts'
import { upstreamChannels } from '#domain/channels/index.ts'
import { countMessages, type Outcome, readTraces, settleMessages } from '#domain/delivery/index.ts'
import { countUnknownCodes } from '#domain/numbering/index.ts'
import { beginStep } from '#metrics/tracing.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow, getOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { repeatedIds, takeDoubled } from './doubled-part.ts'

/** A delivery report of one part, as the carrier sent it. */
export interface PartReport {
  upstreamId: string
  state: Extract<MessageState, 'delivered' | 'undelivered' | 'expired' | 'rejected' | 'unknown'>
  code: string
  phone: string
  doneAt: Date
}

export interface Match {
  channelId: string
  accountId: AccountId
  messageId: string
  part: number
  partCount: number
  upstreamId: string
  submittedAt: Date
}

/**
 * Ingests the delivery reports of a channel: each finds its part by the carrier's id among the channels of the carrier
 * account, and a message whose parts are all reported becomes final with its charge. One transaction for each account,
 * so that none locks an account longer than its own reports take. A report of an unknown part is parked: the
 * transaction that writes the part matches it. Committed when it returns: only then may the carrier be answered.
 * A submit answer that was being written concurrently may have missed the parked ones, so `matchParked` is due once it
 * is committed.
 */
export async function ingestReports(db: Db, channelId: string, reports: readonly PartReport[]): Promise<Ingested> {
  // The first of several reports of one part counts.
  const byId = new Map([...reports].reverse().map(report => [report.upstreamId, report]))
  const parts = await inPipeline(db, null, async tx => ({ result: await findParts(tx, channelId, byId), writes: [] }))
  const { results, failed, error } = await perAccount(
    parts,
    part => part.accountId,
    (account, own) => inPipeline(db, null, async tx => ({ result: await takeOwn(tx, channelId, account, own, byId), writes: [] })),
  )
  const known = new Set([...results.flat(), ...failed.map(part => part.upstreamId)])
  const unmatched = [...byId.values()].filter(report => !known.has(report.upstreamId))
  const others = reports.filter(report => getOrThrow(byId, report.upstreamId) !== report)
  const parkedIds =
    unmatched.length + others.length === 0
      ? []
      : await inPipeline(db, null, async tx => ({ result: await ingestUnmatched(tx, channelId, { unmatched, others, byId }), writes: [] }))
  return { parkedIds, failedIds: failed.map(part => part.upstreamId), error }
}

interface Ingested {
  parkedIds: string[]
  /** Of reports of accounts whose transaction failed, and the first error. */
  failedIds: string[]
  error: unknown
}

/** `others`: reports of parts that a report before them in the batch is of. */
async function ingestUnmatched(
  tx: Tx,
  channelId: string,
  { unmatched, others, byId }: { unmatched: readonly PartReport[]; others: readonly PartReport[]; byId: ReadonlyMap<string, PartReport> },
): Promise<string[]> {
  const doubled = await ingestDoubled(tx, channelId, [...unmatched, ...others], await transactionTime(tx))
  const repeated = others.filter(report => !doubled.has(report) && isDeliveredAfter(report, getOrThrow(byId, report.upstreamId)))
  const strange = unmatched.filter(report => !doubled.has(report))
  const late = await ingestLateDeliveries(tx, channelId, strange)
  await countLateDeliveries(tx, channelId, late.size + repeated.length)
  const parked = strange.filter(report => !late.has(report.upstreamId))
  if (parked.length === 0) return []
  parkedTotal.inc({ channel: channelId }, parked.length)
  await sql`
    insert into parked_report (channel_id, upstream_id, state, code, phone, done_at)
    select ${channelId}, * from unnest(${parked.map(r => r.upstreamId)}::text[], ${parked.map(r => r.state)}::text[], ${parked.map(r => r.code)}::text[],
      ${parked.map(r => r.phone)}::text[], ${parked.map(r => r.doneAt)}::timestamptz[])
    on conflict (channel_id, upstream_id) do nothing`.execute(tx)
  return parked.map(report => report.upstreamId)
}

const isDeliveredAfter = (report: PartReport, first: PartReport) => report.state === 'delivered' && first.state !== 'delivered'

/** Ingests reports of parts whose id repeats (doubled-part.ts). Returns those that belong to such a part. */
async function ingestDoubled(tx: Tx, channelId: string, reports: readonly PartReport[], now: Date): Promise<Set<PartReport>> {
  const doubled = new Set<PartReport>()
  if (reports.length === 0) return doubled
  const repeated = await repeatedIds(
    tx,
    channelId,
    reports.map(report => report.upstreamId),
  )
  for (const report of reports.filter(one => repeated.has(one.upstreamId))) {
    const match = await takeDoubled(tx, channelId, report)
    if (match === null) continue
    doubled.add(report)
    if (match !== 'repeated') await applyMatches(tx, match.accountId, channelId, [match], new Map([[report.upstreamId, report]]), now)
  }
  return doubled
}

/** Matches parked reports with parts whose ids repeat. */
export async function matchParkedDoubled(tx: Tx, channelId: string, upstreamIds: readonly string[]): Promise<void> {
  const [{ rows }, now] = await Promise.all([
    sql<PartReport>`
    select upstream_id, state, code, phone, done_at from parked_report
    where channel_id = ${upstreamChannels(channelId)} and upstream_id = any(${upstreamIds}::text[])`.execute(tx),
    transactionTime(tx),
  ])
  const doubled = await ingestDoubled(tx, channelId, rows, now)
  if (doubled.size === 0) return
  await sql`
    delete from parked_report where channel_id = ${upstreamChannels(channelId)}
      and upstream_id = any(${[...doubled].map(report => report.upstreamId)}::text[])`.execute(tx)
}

/**
 * Which of these reports say "delivered" for a part that was reported as failed: carriers that retry send them. They
 * change nothing.
 */
async function ingestLateDeliveries(tx: Tx, channelId: string, reports: readonly PartReport[]): Promise<Set<string>> {
  const delivered = reports.filter(report => report.state === 'delivered').map(report => report.upstreamId)
  if (delivered.length === 0) return new Set()
  const { rows } = await sql<{ upstreamId: string }>`
    delete from failed_part where channel_id = ${upstreamChannels(channelId)} and upstream_id = any(${delivered}::text[]) returning upstream_id`.execute(
    tx,
  )
  return new Set(rows.map(row => row.upstreamId))
}

async function countLateDeliveries(tx: Tx, channelId: string, count: number): Promise<void> {
  if (count === 0) return
  await sql`update channel set late_delivery_count = late_delivery_count + ${count} where channel_id = ${channelId}`.execute(tx)
}

/**
 * Matches parked reports with parts that are known by now: reports with certain ids of the carrier, or those that
 * arrived since a time.
 */
export async function matchParked(tx: Tx, channelId: string, which: { upstreamIds: readonly string[] } | { since: Date }): Promise<void> {
  if ('upstreamIds' in which && which.upstreamIds.length === 0) return
  const among = 'since' in which ? sql`parked.received_at >= ${which.since}` : sql`parked.upstream_id = any(${which.upstreamIds}::text[])`
  const { rows: parked } = await sql<PartReport>`
    select upstream_id, state, code, phone, done_at from parked_report as parked
    where channel_id = ${upstreamChannels(channelId)} and ${among} and exists (
      select from submitted_part as part where part.channel_id = ${upstreamChannels(channelId)} and part.upstream_id = parked.upstream_id)`.execute(
    tx,
  )
  if (parked.length === 0) return
  const byId = new Map(parked.map(report => [report.upstreamId, report]))
  const matched: string[] = []
  for (const [account, own] of Map.groupBy(await findParts(tx, channelId, byId), part => part.accountId))
    matched.push(...(await takeOwn(tx, channelId, account, own, byId)))
  await sql`
    delete from parked_report where channel_id = ${upstreamChannels(channelId)} and upstream_id = any(${matched}::text[])`.execute(tx)
}

/** A submitted part that a report may be of. */
interface KnownPart {
  accountId: AccountId
  upstreamId: string
  messageId: string
  /** The carrier gives ids twice, or gave this one to a part that failed: its late delivery may come yet. */
  isDoubtful: boolean
}

/** Finds the submitted parts of reports, in one order of accounts over all channels. */
async function findParts(tx: Tx, channelId: string, reports: ReadonlyMap<string, PartReport>): Promise<KnownPart[]> {
  const { rows } = await sql<KnownPart>`
    select account_id, upstream_id, message_id, ${givesIdsTwice(channelId)} or exists (select from failed_part as failed
        where failed.channel_id = ${upstreamChannels(channelId)} and failed.upstream_id = part.upstream_id) as is_doubtful
    from submitted_part as part where channel_id = ${upstreamChannels(channelId)} and upstream_id = any(${[...reports.keys()]}::text[]) order by account_id`.execute(
    tx,
  )
  return rows
}

/**
 * Takes an account's parts and ends their messages; where the carrier gives ids twice, only parts to the report's
 * phone. Returns the ids.
 */
async function takeOwn(
  tx: Tx,
  channelId: string,
  account: AccountId,
  parts: readonly KnownPart[],
  reports: ReadonlyMap<string, PartReport>,
): Promise<string[]> {
  const doubtful = parts.filter(part => part.isDoubtful)
  const sure = parts.filter(part => !part.isDoubtful).map(part => part.upstreamId)
  const ids = doubtful.length === 0 ? sure : [...sure, ...(await toSamePhone(tx, account, doubtful, reports))]
  if (ids.length === 0) return []
  const [{ rows }, now] = await Promise.all([
    sql<Match>`
      delete from submitted_part
      where channel_id = ${upstreamChannels(channelId)} and upstream_id = any(${ids}::text[]) and account_id = ${account}
      returning channel_id, account_id, message_id, part, part_count, upstream_id, submitted_at`.execute(tx),
    transactionTime(tx),
  ])
  if (rows.length > 0) await applyMatches(tx, account, channelId, rows, reports, now)
  return rows.map(row => row.upstreamId)
}

/** The ids of those parts whose message may be to the report's phone. */
async function toSamePhone(
  tx: Tx,
  account: AccountId,
  parts: readonly KnownPart[],
  reports: ReadonlyMap<string, PartReport>,
): Promise<string[]> {
  const phones = parts.map(part => getOrThrow(reports, part.upstreamId).phone)
  const { rows } = await sql<{ upstreamId: string }>`
    select seen.upstream_id
    from unnest(${parts.map(part => part.messageId)}::uuid[], ${parts.map(part => part.upstreamId)}::text[], ${phones}::text[])
      as seen (message_id, upstream_id, phone)
    left join message on message.account_id = ${account} and message.message_id = seen.message_id
    where (${isOtherPhone(sql`seen.phone`)}) is not true`.execute(tx)
  return rows.map(row => row.upstreamId)
}

/**
 * Whether the carrier has given one id to several parts: then a report under an id may be of a part that is not known
 * yet.
 */
const givesIdsTwice = (channelId: string) =>
  sql`exists (select from channel where channel_id = ${upstreamChannels(channelId)} and doubled_id_count > 0)`

/** Whether a report's phone, where it is a whole number in any form, is another one than that of `message`. */
const isOtherPhone = (phone: RawBuilder<unknown>) =>
  sql`${phone} ~ '^[+]?[0-9]{7,20}$' and regexp_replace(${phone}, '^([+]|00)?(86(?=1[0-9]{10}$))?', '') <> ltrim(message.phone, '+')`

/** The database's time at the transaction's begin. */
async function transactionTime(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(tx)
  return firstOrThrow(rows).now
}

async function applyMatches(
  tx: Tx,
  account: AccountId,
  channelId: string,
  matches: readonly Match[],
  reports: ReadonlyMap<string, PartReport>,
  now: Date,
): Promise<void> {
  for (const match of matches) {
    const { state } = getOrThrow(reports, match.upstreamId)
    reportsTotal.inc({ channel: match.channelId, state })
    const delayMs = now.getTime() - match.submittedAt.getTime()
    reportDelays.observe({ channel: match.channelId }, delayMs / 1000)
    countReport(match, state === 'delivered', delayMs)
  }
  await traceReports(tx, account, matches, reports)
  const single = matches.filter(match => match.partCount === 1)
  const outcomes = single.map(({ messageId, upstreamId }) => outcomeOf(messageId, getOrThrow(reports, upstreamId)))
  const long = matches.filter(match => match.partCount > 1)
  if (long.length > 0) outcomes.push(...(await joinParts(tx, account, long, reports)))
  await countMessages(tx, account, await settleMessages(tx, account, outcomes))
  const failed = matches.filter(match => getOrThrow(reports, match.upstreamId).state !== 'delivered')
  if (failed.length === 0) return
  await sql`
    insert into failed_part (channel_id, upstream_id)
    select * from unnest(${failed.map(match => match.channelId)}::uuid[], ${failed.map(match => match.upstreamId)}::text[])
    on conflict do nothing`.execute(tx)
  await countUnknownCodes(
    tx,
    channelId,
    failed.map(match => getOrThrow(reports, match.upstreamId).code),
    getOrThrow(reports, lastOrThrow(failed).upstreamId).doneAt,
  )
}

/** Traces parts from their submission to their report. */
async function traceReports(tx: Tx, account: AccountId, matches: readonly Match[], reports: ReadonlyMap<string, PartReport>) {
  const traces = await readTraces(
    tx,
    account,
    matches.map(match => match.messageId),
  )
  if (traces.size === 0) return
  for (const { messageId, channelId, upstreamId, part, submittedAt } of matches) {
    const parent = traces.get(messageId)
    const { state, code } = getOrThrow(reports, upstreamId)
    const attributes = { 'hongyan.message_id': messageId, 'hongyan.channel_id': channelId, 'hongyan.part': part }
    const step = parent && beginStep('report', { parent, kind: SpanKind.CONSUMER, startTime: submittedAt, attributes })
    if (step) step.end({ 'hongyan.state': state }, state === 'delivered' ? undefined : code)
  }
}

const outcomeOf = (messageId: string, { state, code, doneAt }: Pick<PartReport, 'state' | 'code' | 'doneAt'>): Outcome => ({
  messageId,
  state,
  reason: code,
  at: doneAt,
})

/**
 * Writes the reports of parts and returns the outcomes of messages that now have all reports: delivered if all parts
 * are, otherwise the state of the first part that is not. Locks the messages first, in order of their ids: of two
 * concurrent writers of one message, the second sees the parts of the first.
 */
async function joinParts(
  tx: Tx,
  account: AccountId,
  matches: readonly Match[],
  reports: ReadonlyMap<string, PartReport>,
): Promise<Outcome[]> {
  const ids = [...new Set(matches.map(match => match.messageId))]
  await sql`
    select from message where account_id = ${account} and message_id = any(${ids}::uuid[]) order by message_id for no key update`.execute(
    tx,
  )
  const list = <T>(value: (match: Match, report: PartReport) => T) =>
    matches.map(match => value(match, getOrThrow(reports, match.upstreamId)))
  await sql`
    insert into part_report (account_id, message_id, part, upstream_id, state, code, at)
    select owner.account_id, one.*
    from ${accountRow(account)}
    cross join unnest(${list(match => match.messageId)}::uuid[], ${list(match => match.part)}::smallint[],
      ${list(match => match.upstreamId)}::text[], ${list((_, report) => report.state)}::text[],
      ${list((_, report) => report.code)}::text[], ${list((_, report) => report.doneAt)}::timestamptz[]) as one
    on conflict (account_id, message_id, part) do nothing`.execute(tx)
  const { rows } = await sql<{ messageId: string; part: number; state: PartReport['state']; code: string; at: Date }>`
    select message_id, part, state, code, at from part_report where account_id = ${account} and message_id = any(${ids}::uuid[])
    order by message_id, part`.execute(tx)
  const partCounts = new Map(matches.map(match => [match.messageId, match.partCount]))
  return [...Map.groupBy(rows, row => row.messageId)].flatMap(([messageId, parts]) => {
    if (parts.length < getOrThrow(partCounts, messageId)) return []
    const { state, code, at } = parts.find(part => part.state !== 'delivered') ?? lastOrThrow(parts)
    return [outcomeOf(messageId, { state, code, doneAt: at })]
  })
}
