import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { type BroadcastAct, broadcastCalls, broadcastCan, broadcastStates, mayAct } from '#contract/broadcast.ts'
import { useCall } from '../../call.ts'
import { useMay } from '../../session.ts'
import { Count } from '../../ui/Count.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { ListPage } from '../../ui/ListPage.tsx'
import type { ListColumn } from '../../ui/list-columns.tsx'
import { useListState } from '../../ui/list-state.ts'
import { Moment } from '../../ui/Moment.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { useUrlState } from '../../ui/url-state.ts'
import { BroadcastDetail } from '../broadcast-history/BroadcastDetail.tsx'
import { ActDialog } from './ActDialog.tsx'
import { BroadcastName } from './BroadcastName.tsx'
import { BroadcastProgress } from './BroadcastProgress.tsx'
import { type LiveRow, liveList, pollMs, useProgress } from './progress.ts'

const openStates = ['scheduled', 'sending', 'paused', 'held'] as const
const acts = Object.keys(broadcastCan) as BroadcastAct[]

const facts: ListColumn<LiveRow>[] = [
  { id: 'name', title: '任务', isAlways: true, width: 150, render: row => <BroadcastName row={row} /> },
  { id: 'progress', title: '进度', width: 210, render: row => <BroadcastProgress row={row} /> },
  { id: 'recipients', title: '号码数', isNumber: true, width: 100, render: row => <Count count={row.recipientCount} /> },
  { id: 'segments', title: '总条数', isNumber: true, width: 100, render: row => <Count count={row.segmentCount} /> },
  { id: 'scheduledAt', title: '计划时间', width: 160, render: row => <Moment at={row.scheduledAt} short /> },
  { id: 'createdAt', title: '提交时间', isExtra: true, width: 160, render: row => <Moment at={row.createdAt} short /> },
]

const newBroadcast = (
  <LinkButton to="/sms/broadcast" type="primary">
    群发短信
  </LinkButton>
)

/** 群发任务: broadcasts that aren't finished, with their progress as it happens. */
export function Page() {
  const list = useListState({ state: '' })
  const mayWrite = useMay('broadcast.write')
  const [open, setOpen] = useUrlState({ id: '' })
  const [asked, setAsked] = useState<{ act: BroadcastAct; row: LiveRow } | null>(null)
  const state = openStates.find(one => one === list.values.state)
  const [hasStream, setHasStream] = useState(false)
  const query = useCall(
    broadcastCalls.list,
    { part: 'open', state, ...list.page },
    { refetchInterval: hasStream ? pollMs.withStream : pollMs.withoutStream },
  )
  const { rows, isLive } = useProgress(query.data?.rows ?? [])
  useEffect(() => setHasStream(isLive), [isLive])
  const columns: ListColumn<LiveRow>[] = mayWrite
    ? [
        ...facts,
        {
          id: 'actions',
          title: '操作',
          isAlways: true,
          fixed: 'end',
          width: 160,
          render: row => (
            <RowActions
              actions={acts
                .filter(act => mayAct(act, row.state))
                .map(act => ({ label: broadcastCan[act].name, isDanger: act === 'cancel', onClick: () => setAsked({ act, row }) }))}
            />
          ),
        },
      ]
    : facts
  return (
    <ListPage
      id="broadcast-task"
      title="群发任务"
      note="进度随发送实时更新；暂停和取消只影响还没有提交给运营商的短信。"
      action={mayWrite ? newBroadcast : null}
      list={list}
      query={liveList(query, rows)}
      columns={columns}
      rowKey={row => row.broadcastId}
      onOpen={row => setOpen({ id: row.broadcastId })}
      tabs={{
        name: 'state',
        items: [{ key: '', label: '全部' }, ...openStates.map(key => ({ key, label: broadcastStates[key].name }))],
      }}
      emptyState={{
        title: '没有进行中的群发',
        text: '定时、发送中和暂停的群发会显示在这里；已结束的在群发记录里。',
        action: mayWrite ? newBroadcast : <Link to="/sms/broadcast-history">查看群发记录</Link>,
      }}
      errorTitle="群发任务没能加载"
    >
      {asked ? (
        <ActDialog
          {...asked}
          row={rows.find(row => row.broadcastId === asked.row.broadcastId) ?? asked.row}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {open.id ? <BroadcastDetail broadcastId={open.id} onClose={() => setOpen({ id: '' })} /> : null}
    </ListPage>
  )
}
