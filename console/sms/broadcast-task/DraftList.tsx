import { App, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import { broadcastDraftCalls } from '#contract/broadcast/broadcast-draft.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { send, useAct, useCall, useListCall } from '#ui/call.ts'
import { Count } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { TemplateText } from '#ui/display/TemplateText.tsx'
import { actionColumn } from '#ui/list/action-column.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import type { ListState } from '#ui/list/list-state.ts'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { firstOrThrow } from '#values/or-throw.ts'
import { uploadStateTags } from '../../shared/labels/recipients.ts'
import { draftPath } from '../broadcast/draft.ts'
import style from './BroadcastProgress.module.css'
import type { noFilter } from './filters.ts'
import { taskTabs } from './tabs.ts'

type Row = CallAnswerWire<typeof broadcastDraftCalls.list>['rows'][number]

const facts: ListColumn<Row>[] = [
  {
    id: 'name',
    title: '任务',
    isAlways: true,
    width: 180,
    render: row => (
      <>
        <span className={style.name}>{row.name || '未命名'}</span>
        {row.upload?.state === 'reading' ? <StateTag tone="progress">导入中</StateTag> : <StateTag tone="ended">草稿</StateTag>}
      </>
    ),
  },
  {
    id: 'text',
    title: '内容',
    width: 260,
    render: row =>
      row.signatureText || row.text ? <TemplateText text={`${row.signatureText && `【${row.signatureText}】`}${row.text}`} isShort /> : '–',
  },
  { id: 'upload', title: '号码', width: 170, render: row => <Numbers upload={row.upload} /> },
  { id: 'member', title: '创建人', width: 110, render: row => row.memberName || '–' },
  { id: 'changedAt', title: '最后修改', width: 156, render: row => <Moment at={row.changedAt} /> },
]

function Numbers({ upload }: { upload: Row['upload'] }) {
  if (!upload) return '还没有导入'
  if (upload.validCount === null || upload.state !== 'ready') return uploadStateTags[upload.state].name
  return <Count count={upload.validCount} unit="个" />
}

interface DraftListProps {
  list: ListState<typeof noFilter>
  mayWrite: boolean
  action: ReactNode
}

/** Unsent drafts of all members of the account: any of them can resume one. */
export function DraftList({ list, mayWrite, action }: DraftListProps) {
  const navigate = useNavigate()
  const [removed, setRemoved] = useState<{ rows: Row[]; clear: () => void } | null>(null)
  const { search } = list.values
  const filter = search ? { search } : {}
  const query = useListCall(broadcastDraftCalls.list, { ...filter, ...list.page }, { refetchInterval: 5_000 })
  const tasks = useCall(broadcastCalls.list, { part: 'open', pageSize: 1 }, { staleTimeMs: 5_000 })
  const resume = (row: Row) => void navigate(draftPath(row.draftId))
  const columns: ListColumn<Row>[] = [
    ...facts,
    actionColumn(150, row => [
      { label: '继续填写', onClick: () => resume(row) },
      { label: '删除', isDanger: true, onClick: () => setRemoved({ rows: [row], clear: () => {} }) },
    ]),
  ]
  return (
    <ListPage
      id="broadcast-draft"
      title="群发任务"
      note="草稿保存90天，同一账户的成员都可以继续填写。"
      action={action}
      list={list}
      query={query}
      columns={mayWrite ? columns : facts}
      rowKey={row => row.draftId}
      readPage={page => send(broadcastDraftCalls.list, { ...filter, ...page })}
      onOpen={mayWrite ? resume : undefined}
      batch={
        mayWrite
          ? ({ rows }, clear) => (
              <Button danger onClick={() => setRemoved({ rows, clear })}>
                删除
              </Button>
            )
          : undefined
      }
      tabs={taskTabs(query.data?.count, tasks.data?.stateCounts)}
      filters={[{ kind: 'search', name: 'search', label: '任务名称' }]}
      emptyState={{ title: '没有草稿', text: '填写中的群发会自动保存在这里，换一台设备也能继续。', action }}
      errorTitle="草稿没能加载"
    >
      {removed ? <RemoveDialog {...removed} onClose={() => setRemoved(null)} /> : null}
    </ListPage>
  )
}

function RemoveDialog({ rows, clear, onClose }: { rows: Row[]; clear: () => void; onClose: () => void }) {
  const { message } = App.useApp()
  const remove = useAct(broadcastDraftCalls.remove, {
    invalidates: [broadcastDraftCalls.list],
    onDone: ({ removedCount }) => {
      message.success(`已删除 ${removedCount} 份草稿`)
      clear()
      onClose()
    },
  })
  return (
    <AskDialog
      title={rows.length === 1 ? `删除草稿“${firstOrThrow(rows).name || '未命名'}”` : `删除 ${rows.length} 份草稿`}
      okText="删除"
      isDanger
      act={remove}
      onOk={() => remove.mutate({ draftIds: rows.map(row => row.draftId) })}
      onClose={onClose}
    >
      <p>填写的内容和导入的号码不再保留，不能恢复。</p>
    </AskDialog>
  )
}
