import type { CallAnswerWire } from '#contract/call.ts'
import type { visitCalls } from '#contract/links/visit.ts'
import { Chart } from '#ui/chart/Chart.tsx'
import { Panel, Panels } from '#ui/display/Panel.tsx'
import { visitLabels } from '../../shared/labels/links.ts'
import { RankPanel } from './RankPanel.tsx'
import { useRanks } from './ranks.ts'
import { labelsOf } from './trend-labels.ts'
import type { Period } from './view.ts'

type Missed = CallAnswerWire<typeof visitCalls.trend>['missed']

/** Visitors who got a page instead of the target, over time and by reason; hidden where there are none. */
export function MissedPanel({ missed, period }: { missed: Missed | undefined; period: Period }) {
  const hasSome = missed?.values.some(count => count > 0) ?? false
  const ranks = useRanks(period, ['missed'], hasSome)
  if (!missed || !hasSome) return null
  const { name } = visitLabels.missed
  return (
    <Panels layout="wide">
      <Panel title={name} note="打开后看到的是提示页，不计入访问次数，也不扣短链套餐">
        <Chart
          title={name}
          kind="line"
          labels={labelsOf(missed, missed.by)}
          series={[
            { name, colour: 3, values: missed.buckets.map((_, index) => missed.values[index] ?? null), isRunning: missed.isRunning },
          ]}
          unit="次"
          heightPx={220}
          emptyText=""
        />
      </Panel>
      <RankPanel title="未跳转的原因" ranks={ranks} splits={['missed']} split="missed" />
    </Panels>
  )
}
