import { terms } from '#contract/terms.ts'
import { Chart } from '#ui/chart/Chart.tsx'
import { formatChinaTime } from '#values/china-time.ts'
import type { BreakdownFacts } from './facts.ts'

type Times = BreakdownFacts['times']
type Counted = 'submittedCount' | 'deliveredCount' | 'clickedCount'

/** The sum up to each point. */
function sumsOf(times: Times, of: Counted): number[] {
  let sum = 0
  return times.map(time => {
    sum += time[of]
    return sum
  })
}

/** What was submitted, delivered and clicked by each time. */
export function Curve({ breakdown, hasLink, heightPx }: { breakdown: BreakdownFacts; hasLink: boolean; heightPx?: number }) {
  const { times, spanSeconds } = breakdown
  const timeText = ({ at }: Times[number]) => {
    const text = formatChinaTime(new Date(at))
    return spanSeconds < 60 ? text.slice(11, 19) : text.slice(5, 16)
  }
  return (
    <Chart
      title="累计提交、成功和点击"
      kind="line"
      labels={times.map(timeText)}
      series={[
        { name: terms.submitted, colour: 0, values: sumsOf(times, 'submittedCount') },
        { name: terms.delivered, colour: 1, values: sumsOf(times, 'deliveredCount') },
        ...(hasLink ? [{ name: terms.clickers, colour: 2, values: sumsOf(times, 'clickedCount') }] : []),
      ]}
      unit="个"
      heightPx={heightPx ?? 260}
      emptyText="还没有提交"
    />
  )
}
