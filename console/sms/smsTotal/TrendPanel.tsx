import { Select } from 'antd'
import type { MessagesOf } from '#console/shared/messages-of.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { homeCalls } from '#contract/home/home.ts'
import { queryOfBucket, queryOfMeasure, queryOfPart } from '#contract/messages/drill-down.ts'
import {
  type StatisticsDimension,
  type StatisticsGrain,
  type statisticsCalls,
  statisticsDimensions,
  statisticsGrains,
} from '#contract/messages/statistics.ts'
import { useCall } from '#ui/call.ts'
import { Chart, type ChartLink } from '#ui/chart/Chart.tsx'
import type { DayRange } from '#ui/date-range.ts'
import { Panel } from '#ui/display/Panel.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Segments } from '#ui/Segments.tsx'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import { pathTo } from '../../paths.ts'
import { useMay } from '../../session.ts'
import { type MetricName, metrics } from './metric.ts'
import style from './Statistics.module.css'
import { dayCount } from './view.ts'

interface TrendPanelProps {
  query: { data: CallAnswerWire<typeof statisticsCalls.trend> | undefined; error: { message: string } | null; refetch: () => unknown }
  metric: MetricName
  grain: StatisticsGrain
  split: StatisticsDimension | null
  days: DayRange
  messagesOf: MessagesOf
  isFiltered: boolean
  onChange: (change: { metric?: string; by?: string; split?: string }) => void
}

/** One metric over time, in total or by a dimension. */
export function TrendPanel({ query, metric: name, grain, split, days, messagesOf, isFiltered, onChange }: TrendPanelProps) {
  const metric = metrics[name]
  const isEmpty = query.data?.totals.acceptedCount === 0
  const hasSent = useCall(homeCalls.overview, {}, { enabled: isEmpty && !isFiltered }).data?.steps.hasSent
  const maySend = useMay('broadcast.write')
  const linkOf =
    ({ buckets, series }: CallAnswerWire<typeof statisticsCalls.trend>): ChartLink =>
    (step, place) => {
      const [bucket, key] = [buckets[step], place === null ? undefined : series[place]?.key]
      const part = !split || key === undefined ? {} : key === 'rest' ? null : queryOfPart(split, key)
      return messagesOf(bucket && part && { ...queryOfBucket(grain, bucket, days), ...part, ...queryOfMeasure(metric.measure) })
    }
  const title = `${metric.name}${split ? `（按${statisticsDimensions[split]}）` : ''}`
  return (
    <Panel
      title="趋势"
      action={
        <div className={`${layout.row} ${layout.end}`}>
          <Select
            aria-label="指标"
            value={name}
            onChange={value => onChange({ metric: value })}
            options={optionsOf(metrics)}
            popupMatchSelectWidth={160}
          />
          <Select
            aria-label="拆分"
            value={split ?? ''}
            onChange={value => onChange({ split: value })}
            options={[
              { value: '', label: '不拆分' },
              ...Object.entries(statisticsDimensions).map(([value, label]) => ({ value, label: `按${label}` })),
            ]}
            popupMatchSelectWidth={120}
          />
          <Segments
            aria-label="时间粒度"
            value={grain}
            onChange={value => onChange({ by: value })}
            options={optionsOf(statisticsGrains).map(option => ({
              ...option,
              disabled: option.value === 'hour' && dayCount(days) > limits.statisticsHourDays,
            }))}
          />
        </div>
      }
    >
      {query.error && !query.data ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} title="趋势没能加载" />
      ) : query.data ? (
        <Chart
          title={title}
          kind={metric.isSum ? (split ? 'stack' : 'bar') : 'line'}
          labels={query.data.buckets.map(labelOf(grain))}
          series={query.data.series.map((one, colour) => ({
            name: split ? one.name : metric.name,
            colour,
            values: one.values.map(metric.of),
          }))}
          unit={metric.unit}
          linkOf={linkOf(query.data)}
          heightPx={isEmpty ? 160 : 300}
          emptyText={
            !isEmpty
              ? `这段时间没有可以显示的${metric.name}。`
              : isFiltered
                ? '这段时间没有符合条件的短信。可以换一个时间或清除筛选。'
                : `${hasSent === false ? '还没有发送过短信' : '近7天没有发送短信'}；发送后，提交、到达和花费会显示在这里。`
          }
          emptyAction={isEmpty && !isFiltered && maySend ? <LinkButton to={pathTo('/sms/broadcast')}>群发短信</LinkButton> : null}
        />
      ) : (
        <div className={style.waiting} />
      )}
    </Panel>
  )
}

/** Short labels for an axis: the year only for months. */
const labelOf = (grain: StatisticsGrain) => (bucket: string) => (grain === 'month' ? bucket : bucket.slice(5))
