import { visitCalls } from '#contract/links/visit.ts'
import { Chart } from '#ui/Chart.tsx'
import { useListCall } from '#ui/call.ts'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Panel, Panels } from '#ui/Panel.tsx'
import { visitLabels } from '../../shared/labels/links.ts'
import { RankPanel } from './RankPanel.tsx'
import { labelsOf } from './trend-labels.ts'
import { dayCount, type Period } from './view.ts'

/** Visitors who got a page instead of the target, over time and by reason; hidden where there are none. */
export function MissedPanel({ period, refreshMs }: { period: Period; refreshMs: number }) {
  const by = dayCount(period) <= 2 ? 'hour' : 'day'
  const query = useListCall(visitCalls.missed, { ...period, by }, { refetchInterval: refreshMs })
  const { data, error } = query
  if (!data && !error) return null
  if (data?.values.every(count => count === 0)) return null
  const { name } = visitLabels.missed
  return (
    <Panels layout="wide">
      <Panel title={name} note="打开后看到的是提示页，不计入访问次数，也不扣短链套餐">
        {data ? (
          <Chart
            title={name}
            kind="line"
            labels={labelsOf(data, by)}
            series={[{ name, colour: 3, values: data.buckets.map((_, index) => data.values[index] ?? null), isRunning: data.isRunning }]}
            unit="次"
            heightPx={220}
            emptyText=""
          />
        ) : (
          <ErrorPanel error={error!} onRetry={() => void query.refetch()} title={`${name}没能加载`} />
        )}
      </Panel>
      <RankPanel title="未跳转的原因" period={period} splits={['missed']} split="missed" refreshMs={refreshMs} />
    </Panels>
  )
}
