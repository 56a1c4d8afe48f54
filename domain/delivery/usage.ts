import { type RawBuilder, sql } from 'kysely'
import type { AppSettings } from '#contract/apps/app-setting.ts'
import { Refusal } from '#contract/refusals.ts'
import { accountRow } from '#db/account-row.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { chinaDay } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'
import { getOrThrow } from '#values/or-throw.ts'

/** Usage of an app on this day and in this month (China time): accepted segments, and spending in 毫 less refunds. */
export interface AppUsage {
  dailySegments: number
  monthlySegments: number
  dailySpentHao: number
  monthlySpentHao: number
}

const noUsage: AppUsage = { dailySegments: 0, monthlySegments: 0, dailySpentHao: 0, monthlySpentHao: 0 }

/** The usage of apps, with an entry for every one of `appIds`. */
export async function readUsage(
  executor: Executor,
  account: AccountId,
  appIds: readonly string[],
  now: Date,
): Promise<Map<string, AppUsage>> {
  const usage = new Map(appIds.map(appId => [appId, { ...noUsage }]))
  if (appIds.length === 0) return usage
  const today = chinaDay(now)
  const rows = await executor
    .selectFrom('appUsage')
    .select(['appId', 'day', 'segmentCount', 'spentHao'])
    .where('accountId', '=', account)
    .where('appId', '=', sql<string>`any(${appIds}::uuid[])`)
    .where('day', '>=', `${today.slice(0, 7)}-01`)
    .where('day', '<=', today)
    .execute()
  for (const { appId, day, segmentCount, spentHao } of rows) {
    const of = getOrThrow(usage, appId)
    of.monthlySegments += segmentCount
    of.monthlySpentHao += spentHao
    if (day !== today) continue
    of.dailySegments = segmentCount
    of.dailySpentHao = spentHao
  }
  return usage
}

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
}

/** Adds to the usage of apps. Rows are written in a fixed order to avoid deadlocks. */
export async function addUsage(tx: Tx, account: AccountId, changes: readonly UsageChange[]): Promise<void> {
  if (changes.length > 0) await addedUsage(account, changes).execute(tx)
}

/** The statement that adds to the usage of apps. */
export function addedUsage(account: AccountId, changes: readonly UsageChange[]): RawBuilder<unknown> {
  const list = <K extends keyof UsageChange>(key: K) => changes.map(change => change[key])
  return sql`
    insert into app_usage (account_id, app_id, day, segment_count, spent_hao)
    select owner.account_id, app_id, day, sum(segment_count), sum(spent_hao)
    from ${accountRow(account)}
    cross join unnest(${list('appId')}::uuid[], ${list('day')}::text[], ${list('segmentCount')}::bigint[], ${list('spentHao')}::bigint[])
      as change (app_id, day, segment_count, spent_hao)
    group by owner.account_id, app_id, day order by app_id, day
    on conflict (account_id, app_id, day) do update
    set segment_count = app_usage.segment_count + excluded.segment_count, spent_hao = app_usage.spent_hao + excluded.spent_hao`
}
