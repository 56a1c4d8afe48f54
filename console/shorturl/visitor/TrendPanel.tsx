import type { UseQueryResult } from '@tanstack/react-query'
import { Segmented } from 'antd'
import type { CallAnswerWire } from '#contract/call.ts'
import type { VisitGrain, visitCalls } from '#contract/links/visit.ts'
import { Chart } from '#ui/chart/Chart.tsx'
import type { ChartSeries } from '#ui/chart/drawing.ts'
import { Panel } from '#ui/display/Panel.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { limits } from '#values/limits.ts'
import { visitGrainNames } from '../../shared/labels/links.ts'
import { labelsOf } from './trend-labels.ts'
import style from './Visitor.module.css'
import { type Metric, metrics, queryOfStep, type View, type VisitsOf } from './view.ts'

type Trend = CallAnswerWire<typeof visitCalls.trend>

interface TrendPanelProps {
  query: Pick<UseQueryResult<Trend, { message: string }>, 'data' | 'error' | 'refetch'>
  metric: Metric
  grain: VisitGrain
  days: number
  showsBots: boolean
  visitsOf: VisitsOf
  onChange: (change: Partial<View>) => void
}

/** Visits or visitors over time, beside the previous period of the same length. */
export function TrendPanel({ query, metric, grain, days, showsBots, visitsOf, onChange }: TrendPanelProps) {
  const { data, error } = query
  return (
    <Panel
      title="趋势"
      note={notes[grain]}
      action={
        <div className={style.choices}>
          <Segmented aria-label="指标" value={metric} onChange={value => onChange({ metric: value })} options={optionsOf(metrics)} />
          <Segmented
            aria-label="时间粒度"
            value={grain}
            onChange={value => onChange({ by: value })}
            options={optionsOf(visitGrainNames).map(option => ({
              ...option,
              disabled: option.value === 'hour' && days > limits.statisticsHourDays,
            }))}
          />
        </div>
      }
    >
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void query.refetch()} title="趋势没能加载" />
      ) : data ? (
        <Chart
          title={metrics[metric]}
          kind="line"
          labels={labelsOf(data, grain)}
          series={seriesOf(data, metric, showsBots)}
          unit={metric === 'pv' ? '次' : '人'}
          heightPx={300}
          linkOf={(step, series) => {
            const query = queryOfStep(grain, data.buckets[step] ?? '')
            // The second line is that of the period before.
            return query && series !== 1 ? visitsOf({ ...query, kind: series === 2 ? 'program' : 'person' }) : undefined
          }}
          emptyText={grain === 'minute' ? '最近两小时没有访问。' : '这段时间没有访问，换一个时间试试。'}
        />
      ) : (
        <div className={style.waiting} />
      )}
    </Panel>
  )
}

const notes: Record<VisitGrain, string> = {
  minute: '最近60分钟，每分钟一个点；虚线是再往前的60分钟',
  hour: '虚线是上期：所选时间之前的同样天数；这一小时还没有过完，用空心点表示',
  day: '虚线是上期：所选时间之前的同样天数；今天还没有过完，用空心点表示，上期的这一天也只算到同一时刻',
}

/** Future steps have no value yet. */
function seriesOf({ buckets, values, before, isRunning }: Trend, metric: Metric, showsBots: boolean): ChartSeries[] {
  const line = (steps: Trend['values'], of: 'pv' | 'uv' | 'bots') => buckets.map((_, index) => steps[index]?.[of] ?? null)
  return [
    { name: metrics[metric], colour: 0, values: line(values, metric), isRunning },
    { name: '上期', colour: 4, values: line(before, metric), isDashed: true },
    ...(showsBots ? [{ name: '机器访问', colour: 2, values: line(values, 'bots'), isRunning }] : []),
  ]
}
