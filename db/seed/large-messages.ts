import { sql } from 'kysely'
import { composeContent } from '#contract/content/template-text.ts'
import type { Db, Tx } from '#db/connect.ts'
import { type Hold, holdCharge, type MessageKind, settleHolds } from '#domain/ledger/index.ts'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import { type AccountId, idFloor, newId } from '#values/id.ts'
import { firstOrThrow, getOrThrow } from '#values/or-throw.ts'
import { segmentCount } from '#values/segment.ts'
import { largeFailures, largeHeads, largeTemplates } from './large-texts.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** How busy each hour of the day is. */
const hours = [8, 4, 2, 1, 1, 3, 10, 26, 44, 66, 78, 74, 60, 54, 62, 68, 70, 66, 58, 64, 76, 72, 48, 22]
const weekendShare = 0.72
/** Of all messages; there is a broadcast every other day. */
const marketingShare = 0.15
const failedShare: Record<MessageKind, number> = { otp: 0.014, transactional: 0.022, marketing: 0.047 }
const unreportedShare = 0.002
/** Of marketing, blocked by the blacklist. */
const refusedShare = 0.003
/** Duration of a broadcast. */
const broadcastMs = 1_500_000

/** What messages refer to, by name. */
export interface LargeNames {
  memberId: string
  signatures: ReadonlyMap<string, string>
  apps: ReadonlyMap<string, string>
  templates: ReadonlyMap<string, string>
}

export interface DayPlan {
  start: Date
  end: Date
  /** Messages of programs: one-time codes and transactional ones. */
  programCount: number
  /** Messages of one broadcast at ten in the morning; none on most days. */
  broadcastCount: number
}

/** Distributes messages over days until now: fewer on weekends, and growing from week to week. */
export function planDays(messageCount: number, dayCount: number, now: Date): DayPlan[] {
  const days = Array.from({ length: dayCount }, (_, index) => {
    const start = chinaDayStart(now, index + 1 - dayCount)
    const end = new Date(Math.min(start.getTime() + dayMs, now.getTime()))
    const weekday = new Date(start.getTime() + 8 * hourMs).getUTCDay()
    const weight =
      (weekday === 0 || weekday === 6 ? weekendShare : 1) * (1 + (0.35 * index) / dayCount) * (sumOf(hoursUntil(start, end)) / sumOf(hours))
    const isOver = end.getTime() - start.getTime() === dayMs
    return { start, end, weight, broadcastWeight: isOver && index % 2 === 0 ? 1 : 0 }
  })
  const weights = sumOf(days.map(day => day.weight))
  const broadcasts = sumOf(days.map(day => day.broadcastWeight))
  return days.map(({ start, end, weight, broadcastWeight }) => ({
    start,
    end,
    programCount: Math.round((messageCount * (1 - marketingShare) * weight) / weights),
    broadcastCount: broadcasts === 0 ? 0 : Math.round((messageCount * marketingShare * broadcastWeight) / broadcasts),
  }))
}
/** Weights of the hours of a day that have begun. */
const hoursUntil = (start: Date, end: Date) => hours.slice(0, Math.ceil((end.getTime() - start.getTime()) / hourMs))
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** People whom the account writes to, by a running number: phone, carrier and province. */
export async function preparePeople(db: Db): Promise<void> {
  const heads = largeHeads()
  await sql`create temp table if not exists large_head (place integer primary key, head text, carrier text, province text) on commit preserve rows`.execute(
    db,
  )
  await sql`insert into large_head select row_number() over () - 1, * from unnest(${heads.map(one => one.head)}::text[], ${heads.map(one => one.carrier)}::text[],
    ${heads.map(one => one.province)}::text[]) on conflict do nothing`.execute(db)
}

/** The ending of the number of person `i`: unique together with the prefix at index i modulo the number of prefixes. */
export const phoneOf = (person: ReturnType<typeof sql>) =>
  sql`head.head || (1000 + ${person} / (select count(*) from large_head) * 23)::text`

/**
 * Writes a day's messages with their charge, without statistics, in one transaction, so that a killed seed resumes at
 * the next day.
 */
export async function writeDay(tx: Tx, account: AccountId, names: LargeNames, plan: DayPlan, people: number): Promise<number> {
  // The same random numbers in every installation.
  await sql`select setseed(${((plan.start.getTime() / dayMs) % 997) / 997}::float)`.execute(tx)
  await prepareTemplates(tx, names)
  const broadcast =
    plan.broadcastCount > 0 ? { broadcastId: newId(plan.start.getTime() + 10 * hourMs), at: plan.start.getTime() + 10 * hourMs } : null
  await sql`drop table if exists large_draft`.execute(tx)
  await sql`create temp table large_draft on commit drop as ${drawn(plan, people, broadcast?.at ?? 0)}`.execute(tx)
  const { rows: groups } = await sql<{ kind: MessageKind; segments: number; count: number }>`
    select kind, segment_count as segments, count(*) as count from large_draft group by 1, 2`.execute(tx)
  const held: { kind: MessageKind; hold: Hold }[] = []
  for (const [kind, own] of Map.groupBy(groups, group => group.kind)) {
    const histogram = new Map(own.map(({ segments, count }) => [segments, count]))
    const options = { now: plan.start, ...(kind === 'marketing' && broadcast ? { broadcastId: broadcast.broadcastId } : {}) }
    for (const hold of await holdCharge(tx, account, kind, histogram, options)) held.push({ kind, hold })
  }
  await insertMessages(tx, account, held, { broadcastId: broadcast?.broadcastId ?? null, settledAt: lastMoment(plan) })
  await settle(tx, account, plan)
  if (broadcast) await insertBroadcast(tx, account, names, { ...plan, ...broadcast })
  return plan.programCount + plan.broadcastCount
}

/** Templates with their ids and cumulative shares of the draws, for programs and broadcasts apart. */
async function prepareTemplates(tx: Tx, names: LargeNames): Promise<void> {
  const rows = [true, false].flatMap(isBroadcast => {
    const own = largeTemplates.filter(({ kind }) => (kind === 'marketing') === isBroadcast)
    const whole = sumOf(own.map(one => one.weight))
    let below = 0
    return own.map(template => {
      const from = below / whole
      below += template.weight
      const [head = '', tail = ''] = composeContent(template.signature, template.text, template.kind).split('${code}')
      return { ...template, isBroadcast, from, until: below / whole, head, tail, segments: segmentCount(head.length + 6 + tail.length) }
    })
  })
  await sql`create temp table large_template on commit drop as
    select * from unnest(${rows.map(one => one.isBroadcast)}::boolean[], ${rows.map(one => one.from)}::float[], ${rows.map(one => one.until)}::float[],
      ${rows.map(one => one.kind)}::text[], ${rows.map(one => (one.app ? getOrThrow(names.apps, one.app) : null))}::uuid[],
      ${rows.map(one => getOrThrow(names.signatures, one.signature))}::uuid[], ${rows.map(one => getOrThrow(names.templates, one.code))}::uuid[],
      ${rows.map(one => one.head)}::text[], ${rows.map(one => one.tail)}::text[], ${rows.map(one => one.segments)}::smallint[],
      ${rows.map(one => failedShare[one.kind])}::float[])
    as template (is_broadcast, from_share, until_share, kind, app_id, signature_id, template_id, head, tail, segment_count, failed_share)`.execute(
    tx,
  )
  const failures = largeFailures.map(([carrier, state, reason, medianMs, weight], index) => {
    const own = largeFailures.filter(one => one[0] === carrier)
    const whole = sumOf(own.map(one => one[4]))
    const from = sumOf(
      largeFailures
        .slice(0, index)
        .filter(one => one[0] === carrier)
        .map(one => one[4]),
    )
    return { carrier, state, reason, medianMs, from: from / whole, until: (from + weight) / whole }
  })
  await sql`create temp table large_failure on commit drop as
    select * from unnest(${failures.map(one => one.carrier)}::text[], ${failures.map(one => one.state)}::text[], ${failures.map(one => one.reason)}::text[],
      ${failures.map(one => one.medianMs)}::float[], ${failures.map(one => one.from)}::float[], ${failures.map(one => one.until)}::float[])
    as failure (carrier, state, reason, median_ms, from_share, until_share)`.execute(tx)
}

/** A long-tailed delay around a median, like carriers'. */
const delayed = (medianMs: ReturnType<typeof sql>) =>
  sql`(${medianMs} * exp(0.7 * sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random()))) * interval '1 millisecond'`

/** Random messages: time, template, recipient, and the outcome of each until the plan's end. */
function drawn({ start, end, programCount, broadcastCount }: DayPlan, people: number, broadcastAt: number) {
  const passed = hoursUntil(start, end)
  const bounds = passed.map((_, hour) => sumOf(passed.slice(0, hour)) / sumOf(passed))
  const endMs = end.getTime()
  return sql`
    with lot as materialized (
      select n, n > ${programCount}::integer as is_broadcast, floor(random() * ${people}::integer)::integer as person, random() as of_template, random() as of_outcome,
        random() as of_failure,
        case when n > ${programCount}::integer then ${broadcastAt}::bigint + floor((n - ${programCount}::integer) * ${broadcastMs / Math.max(broadcastCount, 1)}::float)::bigint
          else ${start.getTime()}::bigint + ((width_bucket(random(), ${bounds}::float[]) - 1 + random()) * ${hourMs})::bigint end as at_ms
      from generate_series(1, ${programCount + broadcastCount}::integer) as n),
    placed as materialized (
      select lot.*, template.kind, app_id, signature_id, template_id, segment_count, template.head as text_head, tail, failed_share, head.carrier, head.province,
        ${phoneOf(sql`person`)} as phone, ${sql`to_timestamp(at_ms / 1000.0)`} + ${delayed(sql`90`)} as submitted_at
      from lot join large_head as head on head.place = person % (select count(*) from large_head)
      join large_template as template on template.is_broadcast = lot.is_broadcast and of_template >= from_share and of_template < until_share
      where at_ms < ${endMs}::bigint),
    ended as (
      select placed.*,
        case when of_outcome < ${unreportedShare}::float then 'unknown'
          when is_broadcast and of_outcome < ${unreportedShare + refusedShare}::float then 'refused'
          when of_outcome > 1 - failed_share then failure.state else 'delivered' end as state,
        case when of_outcome < ${unreportedShare}::float then 'NO_REPORT'
          when is_broadcast and of_outcome < ${unreportedShare + refusedShare}::float then 'blacklisted'
          when of_outcome > 1 - failed_share then failure.reason else 'DELIVRD' end as reason,
        submitted_at + case when of_outcome < ${unreportedShare}::float then interval '72 hours'
          when of_outcome > 1 - failed_share then ${delayed(sql`failure.median_ms`)} else ${delayed(sql`2400`)} end as finished_at
      from placed left join large_failure as failure
        on failure.carrier = placed.carrier and of_failure >= failure.from_share and of_failure < failure.until_share)
    select kind, app_id, signature_id, template_id, phone, carrier, province, text_head || lpad((n * 7919 % 1000000)::text, 6, '0') || tail as content, segment_count,
      ${idAt(sql`at_ms`)} as message_id,
      case when finished_at > ${end} then 'submitted' else state end as state,
      case when finished_at > ${end} then null else reason end as reason,
      case when state = 'refused' then null else submitted_at end as submitted_at,
      case when finished_at > ${end} then null when state = 'refused' then to_timestamp(at_ms / 1000.0) else finished_at end as finished_at,
      row_number() over (partition by kind, segment_count order by n) as place
    from ended`
}

/** A UUIDv7 of a moment in ms, its other bits random. */
const idAt = (ms: ReturnType<typeof sql>) => sql`(
  overlay(overlay(lpad(to_hex(${ms}), 12, '0') || md5(random()::text) placing '7' from 13 for 1) placing '8' from 17 for 1))::text`

async function insertMessages(
  tx: Tx,
  account: AccountId,
  held: readonly { kind: MessageKind; hold: Hold }[],
  { broadcastId, settledAt }: { broadcastId: string | null; settledAt: Date },
): Promise<void> {
  const taken = new Map<string, number>()
  const rooms = held.flatMap(({ kind, hold }) =>
    Object.entries(hold.quota).map(([segments, messages]) => {
      const from = taken.get(`${kind} ${segments}`) ?? 0
      taken.set(`${kind} ${segments}`, from + messages)
      return { kind, segments: Number(segments), from, until: from + messages, holdId: hold.holdId }
    }),
  )
  await sql`
    insert into message (account_id, message_id, broadcast_id, app_id, kind, signature_id, template_id, phone, carrier, province, content, segment_count, state, reason,
      hold_id, attempt_count, submitted_at, finished_at, settled_at)
    select ${account}::uuid, left(message_id, 32)::uuid, case when draft.kind = 'marketing' then ${broadcastId}::uuid end, app_id, draft.kind, signature_id, template_id,
      phone, carrier, province, content, segment_count, state, reason, room.hold_id, 1, submitted_at, finished_at,
      case when state <> 'submitted' then ${settledAt}::timestamptz end
    from large_draft as draft
    join unnest(${rooms.map(room => room.kind)}::text[], ${rooms.map(room => room.segments)}::smallint[], ${rooms.map(room => room.from)}::bigint[],
      ${rooms.map(room => room.until)}::bigint[], ${rooms.map(room => room.holdId)}::uuid[]) as room (kind, segments, from_place, until_place, hold_id)
      on room.kind = draft.kind and room.segments = draft.segment_count and draft.place > from_place and draft.place <= until_place
    order by message_id`.execute(tx)
}

const lastMoment = ({ end }: DayPlan) => new Date(end.getTime() - 1)

async function settle(tx: Tx, account: AccountId, plan: DayPlan): Promise<void> {
  const { start, end } = plan
  const { rows } = await sql<{ holdId: string; deliveredSegments: number; voidedSegments: number }>`
    select hold_id, coalesce(sum(segment_count) filter (where state = 'delivered'), 0)::bigint as "deliveredSegments",
      coalesce(sum(segment_count) filter (where state not in ('delivered', 'submitted')), 0)::bigint as "voidedSegments"
    from message where account_id = ${account} and message_id >= ${idFloor(start)} and message_id < ${idFloor(end)} group by 1`.execute(tx)
  await settleHolds(tx, account, rows, lastMoment(plan))
  // No further message is made for these holds.
  await sql`update charge_hold set quota = '{}' where account_id = ${account} and hold_id = any(${rows.map(row => row.holdId)}::uuid[])`.execute(
    tx,
  )
}

async function insertBroadcast(
  tx: Tx,
  account: AccountId,
  names: LargeNames,
  { broadcastId, start, at }: DayPlan & { broadcastId: string; at: number },
): Promise<void> {
  const template = firstOrThrow(largeTemplates.filter(one => one.kind === 'marketing'))
  const { rows } = await sql<{ count: number; segments: number }>`
    select count(*) as count, coalesce(sum(segment_count), 0)::bigint as segments from message where account_id = ${account} and broadcast_id = ${broadcastId}`.execute(
    tx,
  )
  const { count, segments } = firstOrThrow(rows)
  await tx
    .insertInto('broadcast')
    .values({
      accountId: account,
      broadcastId,
      name: `${chinaDay(start).slice(5)} 会员推送`,
      kind: 'marketing',
      signatureId: getOrThrow(names.signatures, template.signature),
      templateId: getOrThrow(names.templates, template.code),
      signatureText: template.signature,
      templateText: template.text,
      variables: JSON.stringify([{ name: 'code', kind: 'alphanumeric', maxLength: 6 }]),
      uploadId: newId(at - hourMs),
      state: 'completed',
      recipientCount: count,
      segmentCount: segments,
      madeCount: count,
      madeLine: count,
      memberId: names.memberId,
      createdAt: new Date(at - hourMs),
      startedAt: new Date(at),
      finishedAt: new Date(at + broadcastMs),
    })
    .execute()
  await sql`
    insert into broadcast_count (account_id, broadcast_id, state, message_count, segment_count)
    select ${account}::uuid, ${broadcastId}::uuid, counted.state, count(*), sum(segment_count)
    from message cross join lateral unnest(case when message.state = 'refused' then array['refused'] when message.state = 'submitted' then array['made', 'submitted']
      else array['made', 'submitted', message.state] end) as counted (state)
    where account_id = ${account} and broadcast_id = ${broadcastId} group by counted.state`.execute(tx)
}
