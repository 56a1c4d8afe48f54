import { Button } from 'antd'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { routes } from '#console/routes.tsx'
import { type BroadcastAct, broadcastCalls, broadcastCan, mayAct } from '#contract/broadcast/broadcast.ts'
import { terms } from '#contract/terms.ts'
import { send, useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { actionColumn } from '#ui/list/action-column.tsx'
import { countColumn } from '#ui/list/columns.tsx'
import { useGrowingList } from '#ui/list/growing-list.ts'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import type { ListState } from '#ui/list/list-state.ts'
import type { RowAction } from '#ui/list/RowActions.tsx'
import { keysOf } from '#values/keys.ts'
import { pathTo } from '../../paths.ts'
import { nameColumns } from './BroadcastName.tsx'
import { BroadcastProgress } from './BroadcastProgress.tsx'
import { type BatchedAct, batchedActs } from './batch.ts'
import { type BroadcastRow, timingWords } from './broadcast.ts'
import { useEndNotification } from './end-notification.tsx'
import { sumFigures } from './figures.tsx'
import { filterOf, type noFilter, useBroadcastFilters } from './filters.ts'
import { type LiveRow, liveList, pollMs, useProgress } from './progress.ts'
import { taskTabs } from './tabs.ts'

const ActDialog = lazyPart('ActDialog', () => import('./ActDialog.tsx'))
const BatchDialog = lazyPart('BatchDialog', () => import('./BatchDialog.tsx'))

const acts = keysOf(broadcastCan)

const facts: ListColumn<LiveRow>[] = [
  { id: 'progress', title: '进度', onPhone: true, width: 250, render: row => <BroadcastProgress row={row} /> },
  {
    id: 'cost',
    decimals: 4,
    title: terms.balancePaid,
    isNumber: true,
    width: 100,
    render: row => (row.finishedAt ? <Money hao={row.postedHao} /> : '–'),
  },
  countColumn(row => row.phoneCount, { id: 'recipients', order: 'recipients', title: '号码数', width: 90 }),
  countColumn(row => row.segmentCount, { id: 'segments', title: terms.segments, isExtra: true, width: 90 }),
  { id: 'timing', title: '发送方式', width: 110, render: row => timingWords(row) },
  { id: 'scheduledAt', title: '计划时间', width: 156, render: row => <Moment at={row.scheduledAt} /> },
  { id: 'member', title: '提交人', isExtra: true, width: 110, render: row => row.memberName || '–' },
  { id: 'createdAt', title: '提交时间', isExtra: true, width: 156, render: row => <Moment at={row.createdAt} /> },
]

interface TaskListProps {
  list: ListState<typeof noFilter>
  mayWrite: boolean
  action: ReactNode
  onOpen: (broadcastId: string) => void
  onCopy: (row: BroadcastRow) => void
  children: ReactNode
}

/** Submitted broadcasts that are unfinished, or ended within a day. */
export function TaskList({ list, mayWrite, action, onOpen, onCopy, children }: TaskListProps) {
  const navigate = useNavigate()
  const filters = useBroadcastFilters()
  const [asked, setAsked] = useState<{ act: BroadcastAct; row: LiveRow } | null>(null)
  const [batched, setBatched] = useState<{ act: BatchedAct; rows: LiveRow[]; clear: () => void } | null>(null)
  const [hasStream, setHasStream] = useState(false)
  const filter = { part: 'open', ...filterOf(list.values) } as const
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
  const notifyEnd = useEndNotification()
  const { rows, isLive } = useProgress(query.data?.rows ?? [], notifyEnd)
  useEffect(() => setHasStream(isLive), [isLive])
  const actionsOf = (row: LiveRow): RowAction[] => [
    ...acts
      .filter(act => row.recallUntil === null && mayAct(act, row.state))
      .map(act => ({ label: broadcastCan[act].name, isDanger: act === 'cancel', onClick: () => setAsked({ act, row }) })),
    ...(row.finishedAt ? [{ label: '查看报告', onClick: () => navigate(pathTo('/sms/broadcast-history', { id: row.broadcastId })) }] : []),
    { label: '复制', onClick: () => onCopy(row) },
  ]
  const open = (row: LiveRow) => onOpen(row.broadcastId)
  const actions = actionColumn<LiveRow>(170, actionsOf)
  return (
    <ListPage
      id="broadcast-task"
      title="群发任务"
      note={routes['/sms/broadcast-task'].note}
      action={action}
      list={list}
      query={liveList(query, rows)}
      figures={sumFigures(query.data?.sums)}
      columns={[...nameColumns(open), ...facts, ...(mayWrite ? [actions] : [])]}
      rowKey={row => row.broadcastId}
      order={{ by: list.values.order, onChange: order => list.change({ order }) }}
      onOpen={open}
      tabs={taskTabs(query.data?.draftCount, query.data?.stateCounts)}
      filters={filters}
      batch={
        mayWrite
          ? ({ rows }, clear) =>
              batchedActs.map(act => (
                <Button key={act} danger={act === 'cancel'} onClick={() => setBatched({ act, rows, clear })}>
                  {broadcastCan[act].name}
                </Button>
              ))
          : undefined
      }
      emptyState={{
        title: '没有进行中的群发',
        text: mayWrite
          ? '选好签名和模板，导入号码，看过费用再发送；待审核、定时、发送中和一天内结束的群发显示在这里。'
          : '待审核、定时、发送中、暂停和一天内结束的群发会显示在这里；更早的在群发记录里。',
        action: (
          <>
            {action} <LinkButton to="/sms/broadcast-history">查看群发记录</LinkButton>
          </>
        ),
      }}
      errorTitle="群发任务没能加载"
    >
      <Suspense>
        {asked ? (
          <ActDialog
            {...asked}
            row={rows.find(row => row.broadcastId === asked.row.broadcastId) ?? asked.row}
            onClose={() => setAsked(null)}
          />
        ) : null}
        {batched ? <BatchDialog {...batched} onClose={() => setBatched(null)} /> : null}
      </Suspense>
      {children}
    </ListPage>
  )
}
