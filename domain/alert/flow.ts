import { type RawBuilder, sql } from 'kysely'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { type EvaluationContext, minuteOf } from './finding.ts'

const hourMinutes = 60
export const dayMinutes = 1_440

/**
 * Counts of messages of one app and kind in the last hour or given minutes: messages accepted, and results that became
 * known.
 */
export interface Flow {
  acceptedCount: number
  deliveredCount: number
  failedCount: number
}

export interface FlowFilter {
  /** Null: the whole account. */
  appId: string | null
  /** `all`: every kind. */
  messageKind: string
}

const narrowed = ({ appId, messageKind }: FlowFilter): RawBuilder<unknown> => sql`
  ${appId === null ? sql`` : sql`and app_id = ${appId}`} ${messageKind === 'all' ? sql`` : sql`and kind = ${messageKind}`}`

/** Sums over the table of minutes, after `since` up to `until`. */
const ofMinutes = (account: AccountId, since: number, until: number) =>
  sql`from statistics_minute where account_id = ${account} and minute > ${since} and minute <= ${until}`

export async function readFlow({ tx, account, now }: EvaluationContext, filter: FlowFilter, minutes = hourMinutes): Promise<Flow> {
  const minute = minuteOf(now)
  const { rows } = await sql<Flow>`
    select coalesce(sum(accepted_count), 0)::bigint as "acceptedCount", coalesce(sum(delivered_count), 0)::bigint as "deliveredCount",
      coalesce(sum(failed_count), 0)::bigint as "failedCount"
    ${ofMinutes(account, minute - minutes, minute)} ${narrowed(filter)}`.execute(tx)
  return firstOrThrow(rows)
}

/** Counts of failed messages in the last hour, by report code. */
export async function readFailures(
  { tx, account, now }: EvaluationContext,
  appId: string | null,
): Promise<{ reason: string; count: number }[]> {
  const minute = minuteOf(now)
  const { rows } = await sql<{ reason: string; count: number }>`
    select reason, sum(failed_count)::bigint as count ${ofMinutes(account, minute - hourMinutes, minute)}
      ${narrowed({ appId, messageKind: 'all' })} and failed_count > 0
    group by reason`.execute(tx)
  return rows
}

/** Segments accepted in the last `minutes` minutes. */
export async function readSegments({ tx, account, now }: EvaluationContext, appId: string | null, minutes: number): Promise<number> {
  const minute = minuteOf(now)
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(segment_count), 0)::bigint as count ${ofMinutes(account, minute - minutes, minute)}
      ${narrowed({ appId, messageKind: 'all' })}`.execute(tx)
  return firstOrThrow(rows).count
}

/** The last minute (since 1970) within the last `minutes` in which a message was accepted; null: none. */
export async function readLastMinute(
  { tx, account, now }: EvaluationContext,
  appId: string | null,
  minutes: number,
): Promise<number | null> {
  const minute = minuteOf(now)
  const { rows } = await sql<{ minute: number | null }>`
    select max(minute) as minute ${ofMinutes(account, minute - minutes, minute)} ${narrowed({ appId, messageKind: 'all' })}
      and accepted_count > 0`.execute(tx)
  return firstOrThrow(rows).minute
}

/**
 * An app's OTP messages in the last hour (or since `fromMinute` if later), and those accepted in the same hour of the
 * day before.
 */
export async function readCodes(
  { tx, account, now }: EvaluationContext,
  appId: string,
  fromMinute: number,
): Promise<Flow & { beforeCount: number }> {
  const minute = minuteOf(now)
  const since = Math.max(minute - hourMinutes, fromMinute)
  const hour = sql`filter (where minute > ${since})`
  const { rows } = await sql<Flow & { beforeCount: number }>`
    select coalesce(sum(accepted_count) ${hour}, 0)::bigint as "acceptedCount", coalesce(sum(delivered_count) ${hour}, 0)::bigint as "deliveredCount",
      coalesce(sum(failed_count) ${hour}, 0)::bigint as "failedCount",
      coalesce(sum(accepted_count) filter (where minute <= ${minute - dayMinutes}), 0)::bigint as "beforeCount"
    from statistics_minute where account_id = ${account} and kind = 'otp' and app_id = ${appId}
      and (minute > ${minute - hourMinutes} and minute <= ${minute}
        or minute > ${minute - dayMinutes - hourMinutes} and minute <= ${minute - dayMinutes})`.execute(tx)
  return firstOrThrow(rows)
}
