import { type ReactNode, useState } from 'react'
import { routes } from '#console/routes.tsx'
import { useMay } from '#console/session.ts'
import { exportCalls, exportCan, exportFormats, exportNames } from '#contract/export/export.ts'
import { send, useAct, useListCall } from '#ui/call.ts'
import { Count } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { countColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import type { RowAction } from '#ui/list/RowActions.tsx'
import layout from '#ui/theme/layout.module.css'
import { oneOf } from '#ui/url-state.ts'
import { keysOf } from '#values/keys.ts'
import { exportStateTags } from '../labels/export.ts'
import { useDownload } from './download.ts'
import style from './Export.module.css'
import { ExportActDialog } from './ExportActDialog.tsx'
import { bytesText, ExportProgress, type ExportRow, isUnfinished } from './ExportProgress.tsx'

/** While something is being written, and while nothing is. */
const pollMs = { busy: 1_500, idle: 30_000 } as const

const stateNames = keysOf(exportStateTags)

const facts: ListColumn<ExportRow>[] = [
  { id: 'source', title: '内容', isAlways: true, width: 120, render: row => <What row={row} /> },
  { id: 'state', title: '状态', isAlways: true, width: 180, render: row => <ExportProgress row={row} /> },
  { id: 'facts', title: '条件', width: 230, render: row => <Facts row={row} /> },
  { id: 'rows', title: '行数', isNumber: true, width: 80, render: row => (row.state === 'queued' ? '' : <Count count={row.rowCount} />) },
  {
    id: 'bytes',
    title: '大小',
    isNumber: true,
    width: 84,
    render: row => (row.fileCount > 0 && row.byteCount > 0 ? bytesText(row.byteCount) : ''),
  },
  { id: 'requestedAt', title: '申请时间', width: 156, render: row => <Moment at={row.requestedAt} /> },
  { id: 'member', title: '申请人', width: 80, render: row => row.memberName },
  countColumn(row => row.downloadCount, { id: 'downloads', title: '下载次数', width: 74 }),
  { id: 'sha256', title: 'SHA-256', isExtra: true, width: 230, render: row => <Hashes row={row} /> },
  { id: 'finishedAt', title: '完成时间', isExtra: true, width: 156, render: row => <Moment at={row.finishedAt} /> },
  { id: 'expiresAt', title: '有效期至', isExtra: true, width: 156, render: row => <Moment at={row.expiresAt} /> },
]

interface ExportListProps {
  title: string
  /** Where exports begin: shown when there are none. */
  beginning: { text: string; action: ReactNode }
}

/** List of exports with live progress: download, cancel, retry, delete. */
export function ExportList({ title, beginning }: ExportListProps) {
  const list = useListState({ state: oneOf(stateNames, ''), source: oneOf(keysOf(exportNames), '') })
  const mayWrite = useMay('export.write')
  const [asked, setAsked] = useState<{ act: 'cancel' | 'delete'; row: ExportRow } | null>(null)
  const [isBusy, setBusy] = useState(true)
  const filter = { state: list.values.state || undefined, source: list.values.source || undefined }
  const query = useListCall(exportCalls.list, { ...filter, ...list.page }, { refetchInterval: isBusy ? pollMs.busy : pollMs.idle })
  const isWriting = query.data?.rows.some(isUnfinished) ?? false
  if (isWriting !== isBusy && query.data) setBusy(isWriting)
  const download = useDownload()
  const retry = useAct(exportCalls.retry, { invalidates: [exportCalls.list] })
  const actionsOf = (row: ExportRow): RowAction[] => [
    ...(can('download', row) ? [{ label: '下载', onClick: () => download.mutate({ exportId: row.exportId }) }] : []),
    ...(mayWrite && can('retry', row) && row.failure !== 'too_many_rows'
      ? [{ label: '重试', onClick: () => retry.mutate({ exportId: row.exportId }) }]
      : []),
    ...(mayWrite && can('cancel', row) ? [{ label: '取消', isDanger: true, onClick: () => setAsked({ act: 'cancel', row }) }] : []),
    ...(mayWrite && can('delete', row) ? [{ label: '删除', isDanger: true, onClick: () => setAsked({ act: 'delete', row }) }] : []),
  ]
  return (
    <>
      <FormRefusal error={download.error ?? retry.error} />
      <ListPage
        id="export"
        title={title}
        note={routes['/sms/derivation'].note}
        list={list}
        query={query}
        columns={[...facts, actionColumn(100, actionsOf)]}
        rowKey={row => row.exportId}
        readPage={page => send(exportCalls.list, { ...filter, ...page })}
        tabs={{
          name: 'state',
          items: [
            { key: '', label: '全部' },
            ...stateNames.map(key => ({ key, label: exportStateTags[key].name, count: query.data?.counts[key] })),
          ],
        }}
        filters={[{ kind: 'select', name: 'source', label: '内容', options: optionsOf(exportNames) }]}
        emptyState={{ title: '还没有导出', ...beginning }}
        errorTitle="导出任务没能加载"
      >
        {asked ? <ExportActDialog {...asked} onClose={() => setAsked(null)} /> : null}
      </ListPage>
    </>
  )
}

const can = (act: keyof typeof exportCan, row: ExportRow) => exportCan[act].states.some(one => one === row.state)

const What = ({ row }: { row: ExportRow }) => (
  <>
    {exportNames[row.source]}
    <span className={`${layout.block} ${layout.softNote}`}>
      {exportFormats[row.format].name}
      {row.fileCount > 1 ? ` ×${row.fileCount}` : ''} · {row.columnCount}列
    </span>
    {row.isFull ? <span className={`${layout.block} ${layout.softNote}`}>完整号码</span> : null}
  </>
)

const Hashes = ({ row }: { row: ExportRow }) => row.sha256s.map(hash => <code key={hash}>{hash}</code>)

function Facts({ row }: { row: ExportRow }) {
  const text = row.facts.map(([name, value]) => `${name}：${value}`).join('；')
  return (
    <span className={style.facts} title={text}>
      {text || '全部'}
    </span>
  )
}
