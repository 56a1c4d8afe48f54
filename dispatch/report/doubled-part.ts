import { sql } from 'kysely'
import type { Tx } from '#db/connect.ts'
import { upstreamChannels } from '#domain/channels/index.ts'
import type { AccountId } from '#values/id.ts'
import { getOrThrow } from '#values/or-throw.ts'
import type { Match, PartReport } from './report.ts'

/** A part that a carrier took under an id which another part has. */
export interface DoubledPart {
  upstreamId: string
  messageId: string
  part: number
  partCount: number
}

/**
 * Keeps parts whose id the carrier gave before, together with the one that had it first, each with its phone. Resellers
 * give one id on several machines, or a constant to everybody. A part that is written again under its own id is none.
 */
export async function keepDoubled(tx: Tx, account: AccountId, channelId: string, parts: readonly DoubledPart[], now: Date): Promise<void> {
  const list = <T>(of: (part: DoubledPart) => T) => parts.map(of)
  const { rows: doubled } = await sql<Held>`
    with given as (
      select * from unnest(${list(one => one.upstreamId)}::text[], ${list(one => one.messageId)}::uuid[], ${list(one => one.part)}::smallint[],
        ${list(one => one.partCount)}::smallint[]) as given (upstream_id, message_id, part, part_count)
      where not exists (
        select from submitted_part as own where own.channel_id = ${channelId} and own.upstream_id = given.upstream_id
          and own.message_id = given.message_id and own.part = given.part)),
    first as (
      delete from submitted_part where channel_id = ${channelId} and upstream_id in (select upstream_id from given)
      returning upstream_id, account_id, message_id, part, part_count, submitted_at)
    select * from first
    union all select upstream_id, ${account}::uuid, message_id, part, part_count, ${now}::timestamptz from given`.execute(tx)
  if (doubled.length === 0) return
  const phones = await readPhones(tx, doubled)
  const kept = doubled.filter(one => phones.has(one.messageId))
  const column = <T>(of: (part: Held) => T) => kept.map(of)
  const { rows } = await sql<{ messageId: string; part: number }>`
    insert into doubled_part (channel_id, upstream_id, account_id, message_id, part, part_count, phone, submitted_at)
    select ${channelId}, * from unnest(${column(one => one.upstreamId)}::text[], ${column(one => one.accountId)}::uuid[],
      ${column(one => one.messageId)}::uuid[], ${column(one => one.part)}::smallint[], ${column(one => one.partCount)}::smallint[],
      ${column(one => getOrThrow(phones, one.messageId))}::text[], ${column(one => one.submittedAt)}::timestamptz[])
    on conflict do nothing returning message_id, part`.execute(tx)
  const doubledCount = rows.filter(row => parts.some(one => one.messageId === row.messageId && one.part === row.part)).length
  if (doubledCount === 0) return
  await sql`update channel set doubled_id_count = doubled_id_count + ${doubledCount} where channel_id = ${channelId}`.execute(tx)
}

/** A part, and whose message it is of. */
interface Held extends DoubledPart {
  accountId: AccountId
  submittedAt: Date
}

/** Phones by message id: the part that had the id first may be another customer's. */
async function readPhones(tx: Tx, parts: readonly Held[]): Promise<Map<string, string>> {
  const phones = new Map<string, string>()
  for (const [account, own] of Map.groupBy(parts, part => part.accountId)) {
    const { rows } = await sql<{ messageId: string; phone: string }>`
      select message_id, phone from message where account_id = ${account} and message_id = any(${own.map(part => part.messageId)}::uuid[])`.execute(
      tx,
    )
    for (const { messageId, phone } of rows) phones.set(messageId, phone)
  }
  return phones
}

/** Which of these ids repeat. */
export async function repeatedIds(tx: Tx, channelId: string, upstreamIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ upstreamId: string }>`
    select distinct upstream_id from doubled_part
    where channel_id = ${upstreamChannels(channelId)} and upstream_id = any(${upstreamIds}::text[])`.execute(tx)
  return new Set(rows.map(row => row.upstreamId))
}

/**
 * The part of a report among those whose id repeats: the longest waiting one to the report's phone. `repeated`: all of
 * them are reported; null: the id does not repeat.
 */
export async function takeDoubled(tx: Tx, channelId: string, { upstreamId, phone }: PartReport): Promise<Match | 'repeated' | null> {
  const bare = phone.replace(/^(?:\+|00)?86(?=1\d{10}$)/, '')
  const { rows } = await sql<Match & { wasReported: boolean }>`
    select channel_id, account_id, message_id, part, part_count, upstream_id, reported_at is not null as was_reported,
      submitted_at
    from doubled_part where channel_id = ${upstreamChannels(channelId)} and upstream_id = ${upstreamId} and ltrim(phone, '+') = ltrim(${bare}, '+')
    order by reported_at is not null, submitted_at, part limit 1 for update`.execute(tx)
  const [match] = rows
  if (!match) return null
  if (match.wasReported) return 'repeated'
  await sql`
    update doubled_part set reported_at = now() where channel_id = ${match.channelId} and upstream_id = ${upstreamId}
      and message_id = ${match.messageId} and part = ${match.part}`.execute(tx)
  return match
}
