import { type RawBuilder, sql } from 'kysely'
import { plainArray } from '#db/array.ts'
import type { Executor } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { accountSettings, type Settings } from '#domain/settings/index.ts'
import { type AccountId, idFloor } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

export interface FrequencyCheck {
  kind: MessageKind
  signatureId: string
  templateId: string
  phones: readonly string[]
  now: Date
}

/** Frequency limit: at most this many messages within any such span (sliding window). */
export interface FrequencyWindow {
  windowMinutes: number
  most: number
}

const hourMinutes = 60
const dayMinutes = 1440

/** The sliding windows from an account's settings, by kind. */
export const windowsOf: Record<MessageKind, (settings: Settings) => FrequencyWindow[]> = {
  otp: settings => [
    { windowMinutes: 1, most: settings.codePerMinute },
    { windowMinutes: hourMinutes, most: settings.codePerHour },
    { windowMinutes: dayMinutes, most: settings.codePerDay },
  ],
  transactional: settings => [{ windowMinutes: dayMinutes, most: settings.transactionalPerDay }],
  marketing: settings => [{ windowMinutes: dayMinutes, most: settings.marketingPerDay }],
}

/** Phones per statement; small enough that the planner uses the index on phones. */
const batchSize = 5_000

/**
 * Numbers that have reached the account's frequency limits: per signature for OTP, per template otherwise. Refused and
 * canceled messages don't count, waiting ones do. The account's test numbers are exempt.
 */
export async function overFrequencyLimit(executor: Executor, account: AccountId, check: FrequencyCheck): Promise<Set<string>> {
  const over = new Set<string>()
  const phones = [...new Set(check.phones)]
  if (phones.length === 0) return over
  const limits = windowsOf[check.kind](await accountSettings(executor, account))
  for (let from = 0; from < phones.length; from += batchSize)
    for (const phone of await overOf(executor, account, limits, { ...check, phones: phones.slice(from, from + batchSize) })) over.add(phone)
  return over
}

async function overOf(
  executor: Executor,
  account: AccountId,
  limits: readonly FrequencyWindow[],
  check: FrequencyCheck,
): Promise<string[]> {
  const { kind, phones } = check
  // Ids contain their creation time, so a window of time is a range of ids: partitions outside of it are not read.
  const windows = limits.map(({ windowMinutes, most }) => ({
    since: idFloor(check.now.getTime() - windowMinutes * 60_000),
    most,
  }))
  const widest = windows.reduce((least, { since }) => (since < least ? since : least), firstOrThrow(windows).since)
  const sameSource: RawBuilder<unknown> =
    kind === 'otp' ? sql`signature_id = ${check.signatureId}::uuid` : sql`template_id = ${check.templateId}::uuid`
  const isOver = sql.join(
    windows.map(({ since, most }) => sql`count(*) filter (where message_id >= ${since}::uuid) >= ${most}`),
    sql` or `,
  )
  // One lateral query per number: for all at once, the planner may read everything that the account sent within the
  // window.
  const { rows } = await sql<{ phone: string }>`
    select wanted.phone from unnest(${phones}::text[]) as wanted (phone)
    where (select ${isOver} from message
      where account_id = ${account} and message.phone = wanted.phone and message_id >= ${widest}::uuid
        and kind = ${kind} and ${sameSource} and state not in ('refused', 'canceled'))
      and not exists (select from test_number where account_id = ${account} and test_number.phone = wanted.phone)`.execute(executor)
  return rows.map(row => row.phone)
}

/** Messages of one kind and source to one number, which share a frequency limit. */
export interface Seen {
  phone: string
  kind: MessageKind
  /** The signature for OTP, the template otherwise; null: free text. */
  sourceId: string | null
}

export const frequencyOf = ({ phone, kind, sourceId }: Seen): string => `${phone} ${kind} ${sourceId ?? ''}`

/** Counter of the messages that share a frequency limit. */
export class Use {
  readonly #counts: Readonly<Record<number, number>>
  #added = 0

  constructor(counts: Readonly<Record<number, number>> = {}) {
    this.#counts = counts
  }

  /** Messages in the last minute, hour or day (1, 60, 1440), including those added. */
  within(windowMinutes: number): number {
    return (this.#counts[windowMinutes] ?? 0) + this.#added
  }

  add(): void {
    this.#added += 1
  }
}

/**
 * Messages that the account sent to the numbers within a day, by `frequencyOf`. Refused and canceled ones don't count.
 */
export async function readFrequencyCounts(
  executor: Executor,
  account: AccountId,
  phones: readonly string[],
  now: Date,
): Promise<Map<string, Use>> {
  const floorOf = (windowMinutes: number) => idFloor(now.getTime() - windowMinutes * 60_000)
  // An upper bound of one day ahead excludes future partitions. It is written as `any` so that the planner sees no
  // range with the lower bound, which it takes for narrow: before a month's partition is analyzed it would read all ids
  // of the range for each phone.
  const ceiling = sql`any (array[${floorOf(-dayMinutes)}::uuid])`
  const uses = new Map<string, Use>()
  for (let from = 0; from < phones.length; from += batchSize) {
    // One lateral query per number: for all at once, the planner may read everything that the account sent within the
    // day.
    const { rows } = await sql<Seen & { minute: number; hour: number; day: number }>`
      select wanted.phone, seen.kind, seen.source_id, seen.minute, seen.hour, seen.day
      from unnest(${plainArray(phones.slice(from, from + batchSize))}::text[]) as wanted (phone)
      cross join lateral (
        select kind, case when kind = 'otp' then signature_id else template_id end as source_id, count(*) as day,
          count(*) filter (where message_id >= ${floorOf(1)}::uuid) as minute, count(*) filter (where message_id >= ${floorOf(hourMinutes)}::uuid) as hour
        from message
        where account_id = ${account} and message.phone = wanted.phone and message_id >= ${floorOf(dayMinutes)}::uuid
          and message_id < ${ceiling} and state not in ('refused', 'canceled')
        group by 1, 2) as seen`.execute(executor)
    for (const { minute, hour, day, ...seen } of rows)
      uses.set(frequencyOf(seen), new Use({ 1: minute, [hourMinutes]: hour, [dayMinutes]: day }))
  }
  return uses
}
