import { terms } from '#contract/terms.ts'
import { Segments } from '#ui/display/Count.tsx'
import { Money } from '#ui/display/Money.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { PlainTable } from '#ui/display/PlainTable.tsx'
import type { ReportFacts } from './facts.ts'

type CostFacts = Pick<
  ReportFacts,
  'segmentCount' | 'postedSegments' | 'voidedSegments' | 'estimatedHao' | 'heldHao' | 'postedHao' | 'voidedHao'
>

/** What it was estimated to cost, is held, was charged and came back, in segments and money. */
export function Cost({ one }: { one: CostFacts }) {
  const heldSegments = one.segmentCount - one.postedSegments - one.voidedSegments
  const rows = [
    { name: '预估', segments: one.segmentCount, hao: one.estimatedHao },
    { name: terms.held, segments: heldSegments, hao: one.heldHao },
    { name: '扣费', segments: one.postedSegments, hao: one.postedHao },
    { name: '退回', segments: one.voidedSegments, hao: one.voidedHao },
  ]
  return (
    <Panel title="费用">
      <PlainTable
        label="费用"
        rows={rows}
        rowKey={row => row.name}
        emptyText=""
        columns={[
          { title: '项目', render: row => row.name },
          { title: terms.segments, isNumber: true, render: row => <Segments count={row.segments} /> },
          { title: terms.balancePaid, isNumber: true, render: row => <Money hao={row.hao} /> },
        ]}
      />
    </Panel>
  )
}
