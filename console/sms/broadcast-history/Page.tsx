import { Suspense, useEffect, useState } from 'react'
import { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { terms } from '#contract/terms.ts'
import { actionColumn } from '#ui/action-column.tsx'
import { Count, Share } from '#ui/Count.tsx'
import { useListCall } from '#ui/call.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { ListPage } from '#ui/ListPage.tsx'
import type { ListColumn } from '#ui/list-columns.ts'
import { useListState } from '#ui/list-state.ts'
import { Moment } from '#ui/Moment.tsx'
import { Money } from '#ui/Money.tsx'
import { Overlays } from '#ui/Overlays.tsx'
import { PageSkeleton } from '#ui/PageSkeleton.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { useMay } from '../../session.ts'
import { broadcastStateTags } from '../../shared/labels/broadcast.ts'
import { nameColumns } from '../broadcast-task/BroadcastName.tsx'
import { awaitedCount, type BroadcastRow, endedOf } from '../broadcast-task/broadcast.ts'
import { sumFigures } from '../broadcast-task/figures.tsx'
import { filterOf, noFilter, useBroadcastFilters } from '../broadcast-task/filters.ts'
import { liveList, pollMs, useProgress } from '../broadcast-task/progress.ts'
import { useOpenBroadcast } from './open-broadcast.ts'
import { AgainDialog, BroadcastPage, SharedReport } from './parts.ts'

type Row = CallAnswerWire<typeof broadcastCalls.list>['rows'][number]
const finishedStates = ['completed', 'canceled'] as const

const columns: ListColumn<Row>[] = [
  {
    id: 'recipients',
    sortBy: row => row.recipientCount,
    onPhone: true,
    title: '号码数',
    isNumber: true,
    width: 80,
    render: row => <Count count={row.recipientCount} />,
  },
  {
    id: 'submitted',
    title: terms.submitted,
    isNumber: true,
    isExtra: true,
    width: 90,
    render: row => <Count count={row.counts.submitted} />,
  },
  {
    id: 'delivered',
    sortBy: row => row.counts.delivered,
    onPhone: true,
    title: terms.delivered,
    isNumber: true,
    width: 80,
    render: row => <Count count={row.counts.delivered} />,
  },
  {
    id: 'failed',
    sortBy: row => row.counts.failed,
    onPhone: true,
    title: terms.failed,
    isNumber: true,
    width: 70,
    render: row => <Count count={row.counts.failed} />,
  },
  {
    id: 'unknown',
    sortBy: row => row.counts.unknown,
    title: terms.unknown,
    isNumber: true,
    width: 70,
    render: row => <Count count={row.counts.unknown} />,
  },
  { id: 'awaited', title: terms.awaiting, isNumber: true, width: 90, render: row => <Count count={awaitedCount(row)} /> },
  {
    id: 'rate',
    onPhone: true,
    title: terms.rate,
    isNumber: true,
    width: 80,
    render: row => <Share part={row.counts.delivered} whole={endedOf(row.counts)} />,
  },
  {
    id: 'clicked',
    title: terms.clickers,
    isNumber: true,
    width: 80,
    render: row => (row.clicks ? <Count count={row.clicks.clickedCount} /> : '–'),
  },
  {
    id: 'clickRate',
    title: terms.clickRate,
    isNumber: true,
    isExtra: true,
    width: 90,
    render: row => (row.clicks ? <Share part={row.clicks.clickedCount} whole={row.counts.delivered} /> : '–'),
  },
  { id: 'refused', title: terms.refused, isNumber: true, isExtra: true, width: 90, render: row => <Count count={row.counts.refused} /> },
  {
    id: 'optOut',
    title: '退订',
    isNumber: true,
    width: 60,
    render: row => (row.kind === 'marketing' ? <Count count={row.optOutCount} /> : '–'),
  },
  {
    id: 'segments',
    sortBy: row => row.postedSegments,
    title: terms.charged,
    isNumber: true,
    width: 100,
    render: row => <Count count={row.postedSegments} />,
  },
  {
    id: 'cost',
    sortBy: row => row.postedHao,
    onPhone: true,
    title: terms.balancePaid,
    isNumber: true,
    width: 100,
    render: row => <Money hao={row.postedHao} />,
  },
  { id: 'member', title: '提交人', isExtra: true, width: 110, render: row => row.memberName || '–' },
  { id: 'finishedAt', title: '结束时间', width: 150, render: row => <Moment at={row.finishedAt} short /> },
]

/** 群发记录: finished broadcasts with their results, the report of one, or one that somebody has shared. */
export function Page() {
  const [{ id, share }] = useUrlState({ id: '', share: '' })
  if (share)
    return (
      <Suspense fallback={<PageSkeleton />}>
        <SharedReport token={share} />
      </Suspense>
    )
  return id ? (
    <Suspense fallback={<PageSkeleton />}>
      <BroadcastPage key={id} broadcastId={id} path="/sms/broadcast-history" />
    </Suspense>
  ) : (
    <RecordList />
  )
}

function RecordList() {
  const list = useListState(noFilter)
  const mayWrite = useMay('broadcast.write')
  const open = useOpenBroadcast()
  const [again, setAgain] = useState<Pick<BroadcastRow, 'broadcastId' | 'name' | 'recipientCount' | 'counts' | 'clicks'> | null>(null)
  const filters = useBroadcastFilters()
  const [hasStream, setHasStream] = useState(false)
  const query = useListCall(
    broadcastCalls.list,
    { part: 'finished', ...filterOf(list.values), ...list.page },
    { refetchInterval: hasStream ? pollMs.withStream : pollMs.withoutStream },
  )
  // Delivery reports arrive for up to three days after the last submit.
  const { rows, isLive } = useProgress(query.data?.rows ?? [])
  useEffect(() => setHasStream(isLive), [isLive])
  const show = (row: Row) => open(row.broadcastId)
  const actions = actionColumn<Row>(120, row => [
    { label: '详情', onClick: () => show(row) },
    ...(mayWrite ? [{ label: '再发', onClick: () => setAgain(row) }] : []),
  ])
  return (
    <ListPage
      id="broadcast-history"
      title="群发记录"
      note="回执最长在提交后72小时内陆续到达，成功、失败和费用会随之变化。"
      list={list}
      query={liveList(query, rows)}
      figures={sumFigures(query.data?.sums)}
      columns={[...nameColumns(show), ...columns, actions]}
      rowKey={row => row.broadcastId}
      onOpen={show}
      tabs={{
        name: 'state',
        items: [
          { key: '', label: '全部' },
          ...finishedStates.map(key => ({
            key,
            label: broadcastStateTags[key].name,
            count: query.data && (query.data.stateCounts[key] ?? 0),
          })),
        ],
      }}
      filters={filters}
      emptyState={{
        title: '还没有结束的群发',
        text: '全部短信提交给运营商后，群发会从群发任务移到这里。',
        action: <LinkButton to="/sms/broadcast-task">查看群发任务</LinkButton>,
      }}
      errorTitle="群发记录没能加载"
    >
      <Overlays>{again ? <AgainDialog row={again} onClose={() => setAgain(null)} /> : null}</Overlays>
    </ListPage>
  )
}
