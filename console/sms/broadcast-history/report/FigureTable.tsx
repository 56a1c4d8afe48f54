import type { ReactNode } from 'react'
import { terms } from '#contract/terms.ts'
import { Count, Share } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { PlainTable } from '#ui/display/PlainTable.tsx'
import { endedOf } from '../../broadcast-task/broadcast.ts'
import type { Detail } from './facts.ts'

const lines: { name: string; of: (one: Detail) => ReactNode }[] = [
  { name: '开始时间', of: one => (one.startedAt ? <Moment at={one.startedAt} /> : '–') },
  { name: '号码数', of: one => <Count count={one.phoneCount} /> },
  { name: terms.submitted, of: one => <Count count={one.counts.submitted} /> },
  { name: terms.delivered, of: one => <Count count={one.counts.delivered} /> },
  { name: terms.rate, of: one => <Share part={one.counts.delivered} whole={endedOf(one.counts)} /> },
  { name: terms.failed, of: one => <Count count={one.counts.failed} /> },
  { name: terms.clickRate, of: one => (one.clicks ? <Share part={one.clicks.clickedCount} whole={one.counts.delivered} /> : '–') },
  { name: '回复', of: one => <Count count={one.replyCount} /> },
  { name: '退订', of: one => <Count count={one.optOutCount} /> },
  { name: terms.charged, of: one => <Count count={one.postedSegments} /> },
  { name: terms.balancePaid, of: one => <Money hao={one.postedHao} /> },
]

/** Figures of two broadcasts in columns. */
export const FigureTable = ({ one, other }: { one: Detail; other: Detail }) => (
  <PlainTable
    label="两次群发的结果"
    rows={lines}
    rowKey={line => line.name}
    emptyText=""
    columns={[
      { title: '项目', render: line => line.name },
      { title: '这一次', isNumber: true, render: line => line.of(one) },
      { title: '另一次', isNumber: true, render: line => line.of(other) },
    ]}
  />
)
