import { Suspense, useEffect, useState } from 'react'
import { routes } from '#console/routes.tsx'
import { NextStep } from '#console/shared/NextStep.tsx'
import { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { terms } from '#contract/terms.ts'
import { send, useListCall } from '#ui/call.ts'
import { Count, Share } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { actionColumn } from '#ui/list/action-column.tsx'
import { countColumn, moneyColumn } from '#ui/list/columns.tsx'
import { useGrowingList } from '#ui/list/growing-list.ts'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { Overlays } from '#ui/overlay/Overlays.tsx'
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
  countColumn(row => row.phoneCount, { id: 'recipients', order: 'recipients', onPhone: true, title: '号码数', width: 80 }),
  countColumn(row => row.counts.submitted, { id: 'submitted', title: terms.submitted, isExtra: true, width: 90 }),
  countColumn(row => row.counts.delivered, { id: 'delivered', onPhone: true, title: terms.delivered, width: 80 }),
  countColumn(row => row.counts.failed, { id: 'failed', onPhone: true, title: terms.failed, width: 70 }),
  countColumn(row => row.counts.unknown, { id: 'unknown', title: terms.unknown, isExtra: true, width: 70 }),
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
  countColumn(row => row.postedSegments, { id: 'segments', title: terms.charged, isExtra: true, width: 100 }),
  moneyColumn(row => row.postedHao, { id: 'cost', decimals: 4, onPhone: true, title: terms.balancePaid, width: 100 }),
  { id: 'member', title: '提交人', isExtra: true, width: 110, render: row => row.memberName || '–' },
  { id: 'finishedAt', onPhone: true, title: '结束时间', width: 156, render: row => <Moment at={row.finishedAt} /> },
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
  const [again, setAgain] = useState<Pick<BroadcastRow, 'broadcastId' | 'name' | 'phoneCount' | 'counts' | 'clicks'> | null>(null)
  const filters = useBroadcastFilters()
  const [hasStream, setHasStream] = useState(false)
  const filter = { part: 'finished', ...filterOf(list.values) } as const
  const input = { ...filter, ...list.page }
  const query = useGrowingList(
    useListCall(broadcastCalls.list, input, { refetchInterval: hasStream ? pollMs.withStream : pollMs.withoutStream }),
    {
      call: broadcastCalls.list,
      of: input,
      isFirst: list.turn.isFirst,
      keyOf: row => row.broadcastId,
      readMost: pageSize => send(broadcastCalls.list, { ...filter, pageSize }),
    },
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
      note={routes['/sms/broadcast-history'].note}
      list={list}
      query={liveList(query, rows)}
      figures={sumFigures(query.data?.sums)}
      columns={[...nameColumns(show), ...columns, actions]}
      rowKey={row => row.broadcastId}
      readPage={async page => {
        const read = await send(broadcastCalls.list, { ...filter, ...page })
        return { ...read, rows: read.rows.map(row => ({ ...row, pace: null })) }
      }}
      order={{ by: list.values.order, onChange: order => list.change({ order }) }}
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
      next={<NextStep of="broadcasts" />}
      errorTitle="群发记录没能加载"
    >
      <Overlays>{again ? <AgainDialog row={again} onClose={() => setAgain(null)} /> : null}</Overlays>
    </ListPage>
  )
}
