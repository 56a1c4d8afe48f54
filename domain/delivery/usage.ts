import { type RawBuilder, sql } from 'kysely'
import type { AppSettings } from '#contract/apps/app-setting.ts'
import { Refusal } from '#contract/refusals.ts'
import { accountRow } from '#db/account-row.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { newestFirst } from '#db/newest-version.ts'
import { chinaDay } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** Usage of an app on this day and in this month (China time): accepted segments, and spending in 毫 less refunds. */
export interface AppUsage {
  dailySegments: number
  monthlySegments: number
  dailySpentHao: number
  monthlySpentHao: number
  /** Where the version of today's row is; null if there is none. */
  place: string | null
}

/** The usage of apps, with an entry for every one of `appIds`; today's is locked for `usageParts` if asked for. */
export async function readUsage(
  executor: Executor,
  account: AccountId,
  appIds: readonly string[],
  { now, isLocked = false }: { now: Date; isLocked?: boolean },
): Promise<Map<string, AppUsage>> {
  const today = chinaDay(now)
  const days = appIds.map(appId => ({ appId, day: today }))
  const { rows } = await sql<UsageChange>`
    select app_id, '' as day, sum(segment_count)::bigint as segment_count, sum(spent_hao)::bigint as spent_hao, null as place from app_usage
    where account_id = ${account} and app_id = any(${appIds}::uuid[]) and day >= ${`${today.slice(0, 7)}-01`} and day < ${today} group by app_id
    union all ${usageOfDays(account, days, isLocked)}`.execute(executor)
  const none = { segmentCount: 0, spentHao: 0, place: null }
  return new Map(
    appIds.map(appId => {
      const [current = none, before = none] = [today, ''].map(day => rows.find(row => row.appId === appId && row.day === day))
      return [
        appId,
        {
          dailySegments: current.segmentCount,
          monthlySegments: before.segmentCount + current.segmentCount,
          dailySpentHao: current.spentHao,
          monthlySpentHao: before.spentHao + current.spentHao,
          place: current.place,
        },
      ]
    }),
  )
}

/** The usage of apps on days, without the versions that earlier changes left behind. */
const usageOfDays = (account: AccountId, days: readonly Pick<UsageChange, 'appId' | 'day'>[], isLocked: boolean) =>
  sql<UsageChange>`
    select newest.* from (select * from unnest(${days.map(({ appId }) => appId)}::uuid[], ${days.map(({ day }) => day)}::text[])
      as asked (app_id, day) order by app_id, day) as asked
    cross join lateral (select app_id, day, segment_count, spent_hao, ctid::text as place from app_usage
      where account_id = ${account} and app_id = asked.app_id and ${newestFirst(sql.ref('day'), sql.ref('asked.day'))}
      ${isLocked ? sql`for no key update` : sql``}) as newest`

/** Refusal if an app may not send this many more segments, else null. */
export function segmentProblem(settings: AppSettings, usage: AppUsage, segmentCount: number): Refusal | null {
  const problem = (code: 'app_daily_limit' | 'app_monthly_limit', limit: number | null, used: number) =>
    limit !== null && used + segmentCount > limit ? new Refusal(code, { limit, left: Math.max(0, limit - used) }) : null
  return (
    problem('app_daily_limit', settings.dailySegments, usage.dailySegments) ??
    problem('app_monthly_limit', settings.monthlySegments, usage.monthlySegments)
  )
}

/** Refusal if an app may not spend this many more 毫, else null. */
export function spendProblem(settings: AppSettings, usage: AppUsage, amountHao: number): Refusal | null {
  const problem = (period: string, limitHao: number | null, usedHao: number) =>
    limitHao !== null && amountHao > 0 && usedHao + amountHao > limitHao
      ? new Refusal('app_spend_limit', { period, limit: formatYuan(limitHao) })
      : null
  return problem('今天', settings.dailySpendHao, usage.dailySpentHao) ?? problem('本月', settings.monthlySpendHao, usage.monthlySpentHao)
}

/** A change of an app's usage on a day; negative for refunds. */
export interface UsageChange {
  appId: string
  /** 2026-11-21, China time. */
  day: string
  segmentCount: number
  spentHao: number
  /** Where the locked version of its row is; null if there is none. */
  place: string | null
}

/** Adds to the usage of apps. */
export async function addUsage(tx: Tx, account: AccountId, changes: readonly Omit<UsageChange, 'place'>[]): Promise<void> {
  if (changes.length === 0) return
  const { rows } = await usageOfDays(account, changes, true).execute(tx)
  const placed = changes.map(change => ({
    ...change,
    place: rows.find(row => row.appId === change.appId && row.day === change.day)?.place ?? null,
  }))
  await sql`with ${sql.join(usageParts(account, placed), sql`, `)} select`.execute(tx)
}

/** The statement parts that add to the usage of apps: to locked rows where they are, first ones in a fixed order. */
export function usageParts(account: AccountId, changes: readonly UsageChange[]): RawBuilder<unknown>[] {
  const sums = [...Map.groupBy(changes, ({ appId, day }) => `${appId} ${day}`).values()].map(same => ({
    ...firstOrThrow(same),
    segmentCount: same.reduce((sum, one) => sum + one.segmentCount, 0),
    spentHao: same.reduce((sum, one) => sum + one.spentHao, 0),
  }))
  const known = sums.filter(({ place }) => place !== null)
  const first = sums.filter(({ place }) => place === null)
  const parts = known.map(
    ({ segmentCount, spentHao, place }, index) => sql`${sql.raw(`used_${index}`)} as (
      update app_usage set segment_count = segment_count + ${segmentCount}, spent_hao = spent_hao + ${spentHao}
      where account_id = ${account} and ctid = ${place}::tid)`,
  )
  if (first.length > 0)
    parts.push(sql`first_used as (
      insert into app_usage (account_id, app_id, day, segment_count, spent_hao)
      select owner.account_id, change.*
      from ${accountRow(account)}
      cross join unnest(${first.map(one => one.appId)}::uuid[], ${first.map(one => one.day)}::text[],
        ${first.map(one => one.segmentCount)}::bigint[], ${first.map(one => one.spentHao)}::bigint[]) as change (app_id, day, segment_count, spent_hao)
      order by app_id, day
      on conflict (account_id, app_id, day) do update
      set segment_count = app_usage.segment_count + excluded.segment_count, spent_hao = app_usage.spent_hao + excluded.spent_hao)`)
  return parts
}
