import type { ReactNode } from 'react'
import { Count, Share } from '#ui/Count.tsx'
import { Moment } from '#ui/Moment.tsx'
import { Money } from '#ui/Money.tsx'
import { PlainTable } from '#ui/PlainTable.tsx'
import { endedOf } from '../../broadcast-task/broadcast.ts'
import type { Detail } from './facts.ts'

const lines: { name: string; of: (one: Detail) => ReactNode }[] = [
  { name: '开始时间', of: one => (one.startedAt ? <Moment at={one.startedAt} short /> : '–') },
  { name: '号码数', of: one => <Count count={one.recipientCount} /> },
  { name: '已提交', of: one => <Count count={one.counts.submitted} /> },
  { name: '成功', of: one => <Count count={one.counts.delivered} /> },
  { name: '到达率', of: one => <Share part={one.counts.delivered} whole={endedOf(one.counts)} /> },
  { name: '失败', of: one => <Count count={one.counts.failed} /> },
  { name: '点击率', of: one => (one.clicks ? <Share part={one.clicks.clickedCount} whole={one.counts.delivered} /> : '–') },
  { name: '回复', of: one => <Count count={one.replyCount} /> },
  { name: '退订', of: one => <Count count={one.optOutCount} /> },
  { name: '扣费条数', of: one => <Count count={one.postedSegments} /> },
  { name: '余额支付', of: one => <Money hao={one.postedHao} /> },
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
