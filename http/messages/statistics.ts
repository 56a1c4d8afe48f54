import { type StatisticsDimension, type StatisticsFilter, type StatisticsGrain, statisticsCalls } from '#contract/messages/statistics.ts'
import type { Tx } from '#db/connect.ts'
import { failureCauses, namesOf, periodBefore, readBreakdown, readTotals, readTrend, readWeek } from '#domain/message-records/index.ts'
import { handle } from '#http/server/serve.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

export const statisticsHandlers = [
  handle(statisticsCalls.trend, async ({ tx, account }, { by, split, ...filter }) => ({
    totals: await readTotals(tx, account, filter),
    before: await readTotals(tx, account, periodBefore(filter)),
    ...(await namedTrend(tx, account, filter, by, split)),
  })),
  handle(statisticsCalls.breakdown, async ({ tx, account }, { split, ...filter }) => {
    const rows = await readBreakdown(tx, account, filter, split)
    const nameOf = await namesOf(
      tx,
      account,
      split,
      rows.map(row => row.key),
    )
    return { rows: rows.map(row => ({ ...row, name: nameOf(row.key) })) }
  }),
  handle(statisticsCalls.failures, async ({ tx, account }, filter) => ({ causes: await failureCauses(tx, account, filter) })),
  handle(statisticsCalls.hours, async ({ tx, account }, filter) => ({ week: await readWeek(tx, account, filter) })),
]

/** One series of all messages, or one for each of the most frequent values and one for the rest. */
async function namedTrend(
  tx: Tx,
  account: AccountId,
  filter: StatisticsFilter,
  by: StatisticsGrain,
  split: StatisticsDimension | undefined,
) {
  if (!split) {
    const { buckets, series } = await readTrend(tx, account, filter, { by })
    return { buckets, series: series.map(({ values }) => ({ key: 'all', name: '全部', values })) }
  }
  const largest = (await readBreakdown(tx, account, filter, split)).slice(0, limits.statisticsSeries)
  const keys = largest.map(row => row.key)
  const { buckets, series } = await readTrend(tx, account, filter, { by, split, keys })
  const nameOf = await namesOf(tx, account, split, keys)
  return {
    buckets,
    series: series.map(({ key, values }) => ({ key: key ?? 'rest', name: key === null ? '其余' : nameOf(key), values })),
  }
}
