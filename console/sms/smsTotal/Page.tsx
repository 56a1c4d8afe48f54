import { routes } from '#console/routes.tsx'
import { ExportButton } from '#console/shared/ExportButton.tsx'
import { type MessagesOf, useMessagesOf } from '#console/shared/messages-of.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { deliveryCalls } from '#contract/messages/delivery.ts'
import { queryOfBucket, queryOfPart, queryOfWeek } from '#contract/messages/drill-down.ts'
import { type StatisticsDimension, type StatisticsGrain, statisticsCalls, statisticsDimensions } from '#contract/messages/statistics.ts'
import { useCall, useListCall } from '#ui/call.ts'
import type { DayRange } from '#ui/date-range.ts'
import { Panels } from '#ui/display/Panel.tsx'
import { WeekHeat } from '#ui/display/WeekHeat.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { ListFilters } from '#ui/list/ListFilters.tsx'
import { useListState } from '#ui/list/list-state.ts'
import { useUrlState } from '#ui/url-state.ts'
import { Causes } from './Causes.tsx'
import { Provinces } from './Provinces.tsx'
import style from './Statistics.module.css'
import { TotalFigures } from './TotalFigures.tsx'
import { TotalTable } from './TotalTable.tsx'
import { TrendPanel } from './TrendPanel.tsx'
import { daysOf, filterOf, filtersOf, firstView, grainOf, noFilter } from './view.ts'

const refreshMs = 60_000

/** 统计分析: messages in a period, their results with causes, over time and by dimension. */
export function Page() {
  const list = useListState(noFilter)
  const [view, setView] = useUrlState(firstView)
  const days = daysOf(list.values)
  const filter = filterOf(list.values)
  const [by, split] = [grainOf(view.by, days), view.split || null]
  const fresh = { refetchInterval: refreshMs }
  const trend = useListCall(statisticsCalls.trend, { ...filter, by, ...(split ? { split } : {}) }, fresh)
  const parts = useListCall(statisticsCalls.breakdown, { ...filter, split: split ?? 'kind' }, { ...fresh, enabled: split !== null })
  const provinces = useListCall(statisticsCalls.breakdown, { ...filter, split: 'province' }, fresh)
  const failures = useListCall(statisticsCalls.failures, filter, fresh)
  const hours = useListCall(statisticsCalls.hours, filter, fresh)
  const choices = useCall(deliveryCalls.choices, {}, { staleTimeMs: 60_000 }).data
  const messagesOf = useMessagesOf({ ...list.values, ...days })
  return (
    <>
      <PageHead
        title="统计分析"
        note={routes['/sms/smsTotal'].note}
        action={
          <ExportButton
            source="statistics"
            filter={{ ...filter, by, split: split ?? undefined }}
            count={trend.data?.totals.acceptedCount === 0 ? 0 : null}
          />
        }
      />
      <div className={style.filters}>
        <ListFilters filters={filtersOf(choices)} list={list} />
      </div>
      {trend.error && !trend.data ? (
        <ErrorPanel error={trend.error} onRetry={() => void trend.refetch()} title="统计没能加载" />
      ) : (
        <>
          <TotalFigures totals={trend.data?.totals} before={trend.data?.before} />
          <Panels layout="one">
            <TrendPanel
              query={trend}
              metric={view.metric}
              grain={by}
              split={split}
              days={days}
              messagesOf={messagesOf}
              isFiltered={list.isFiltered}
              onChange={setView}
            />
          </Panels>
          {trend.data && trend.data.totals.acceptedCount > 0 ? (
            <>
              <Panels layout="one">
                <Table trend={trend.data} grain={by} days={days} split={split} parts={parts.data?.rows} messagesOf={messagesOf} />
              </Panels>
              <Panels>
                <Causes causes={failures.data?.causes} messagesOf={messagesOf} />
                <Provinces rows={provinces.data?.rows} messagesOf={messagesOf} />
              </Panels>
              <Panels layout="one">
                <WeekHeat
                  title="各时段提交"
                  what="提交"
                  unit="条"
                  week={hours.data?.week}
                  linkOf={(weekday, hour) => messagesOf(queryOfWeek(weekday, hour))}
                />
              </Panels>
            </>
          ) : null}
        </>
      )}
    </>
  )
}

interface TableFacts {
  trend: CallAnswerWire<typeof statisticsCalls.trend>
  grain: StatisticsGrain
  days: DayRange
  split: StatisticsDimension | null
  messagesOf: MessagesOf
  parts: CallAnswerWire<typeof statisticsCalls.breakdown>['rows'] | undefined
}

function Table({ trend, grain, days, split, messagesOf, parts }: TableFacts) {
  if (split) {
    const name = statisticsDimensions[split]
    return (
      <TotalTable
        title={`按${name}统计`}
        head={name}
        rows={parts ?? []}
        totals={trend.totals}
        messagesOf={messagesOf}
        queryOf={key => queryOfPart(split, key)}
      />
    )
  }
  // The previous answer may have the series of a dimension that was just removed.
  const values = trend.series.find(one => one.key === 'all')?.values ?? []
  const rows = values.map((measures, index) => ({ key: trend.buckets[index]!, name: trend.buckets[index]!, ...measures }))
  return (
    <TotalTable
      title="按时间统计"
      head="时间"
      rows={rows.toReversed()}
      totals={trend.totals}
      messagesOf={messagesOf}
      queryOf={key => queryOfBucket(grain, key, days)}
    />
  )
}
