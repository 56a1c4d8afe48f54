import { App } from 'antd'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#console/paths.ts'
import { isUnfinished as isExporting } from '#console/shared/export/ExportProgress.tsx'
import { undoneText } from '#console/shared/labels/undo.ts'
import { blacklistImportCalls } from '#contract/blacklist/blacklist-import.ts'
import { exportCalls, exportFailures, exportNames } from '#contract/export/export.ts'
import { linkBatchCalls } from '#contract/links/link-batch.ts'
import { linkListCalls, linkTaskKinds } from '#contract/links/link-list.ts'
import { contactTaskCalls, contactTaskKinds } from '#contract/recipients/contact-task.ts'
import { isUnfinished, type TaskProgressWire, taskStates } from '#contract/tasks/task.ts'
import { undoCalls } from '#contract/undo/undo.ts'
import { type CallError, useCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { keyOf } from '#ui/form/options.ts'
import { unwatchTask, useWatched, type WatchedKind } from './watched.ts'

const polling = { refetchInterval: 3_000 }

interface Ended {
  title: string
  isFailed: boolean
  text: string
  page: string
  to: string
}

/** Says once that a task has ended, with a link to its result; what was stopped or deleted is no longer watched. */
function useEnd(kind: WatchedKind, id: string, { ended, isGone }: { ended: Ended | null; isGone: boolean }) {
  const { notification } = App.useApp()
  useEffect(() => {
    if (!isGone && ended === null) return
    unwatchTask(kind, id)
    if (ended === null || isOpen(ended.to)) return
    const { title, isFailed, text, page, to } = ended
    notification[isFailed ? 'error' : 'success']({
      key: `${kind}:${id}`,
      title,
      description: (
        <>
          {text === '' ? null : <p>{text}。</p>}
          <Link to={to}>{page}</Link>
        </>
      ),
    })
  }, [kind, id, ended, isGone, notification])
}

/** Whether the page at an address, which shows the result itself, is open. */
function isOpen(to: string): boolean {
  const { origin, pathname, search } = window.location
  const wanted = new URL(to, origin)
  const values = new URLSearchParams(search)
  return pathname === wanted.pathname && [...wanted.searchParams].every(([name, value]) => values.get(name) === value)
}

/** What became of a resumable task: nothing yet, gone, or its end. */
function endOf(
  task: TaskProgressWire | undefined,
  { isGone, name, unit, page, to }: { isGone: boolean; name: string; unit: '行' | '个'; page: string; to: string },
) {
  if (isGone || task?.state === 'canceled') return { ended: null, isGone: true }
  if (!task || isUnfinished(task)) return { ended: null, isGone: false }
  const text = task.failure ?? `处理了${thousands(task.doneCount)}${unit}`
  return { isGone: false, ended: { title: `${name}${taskStates[task.state]}`, isFailed: task.state === 'failed', text, page, to } }
}

const isDeleted = (error: CallError | null) => error?.code === 'not_found'

function ExportNotice({ id }: { id: string }) {
  const { data: row, error } = useCall(exportCalls.one, { exportId: id }, polling)
  const isFailed = row?.state === 'failed'
  const ended = row && (isFailed || row.state === 'done') ? row : null
  useEnd('export', id, {
    isGone: isDeleted(error) || (row !== undefined && !isExporting(row) && ended === null),
    ended: ended && {
      title: `${exportNames[ended.source]}${isFailed ? '导出失败' : '已导出'}`,
      isFailed,
      text: isFailed ? (ended.failure ? exportFailures[ended.failure] : '') : `共${thousands(ended.rowCount)}行`,
      page: isFailed ? '去导出中心' : '去导出中心下载',
      to: pathTo('/sms/derivation'),
    },
  })
  return null
}

function ContactsNotice({ id }: { id: string }) {
  const { data: task, error } = useCall(contactTaskCalls.one, { taskId: id }, polling)
  const unit = task?.kind === 'import' ? '行' : '个'
  const name = task ? contactTaskKinds[task.kind] : ''
  useEnd(
    'contacts',
    id,
    endOf(task, { isGone: isDeleted(error), name, unit, page: '查看结果', to: pathTo('/sms/phonebook', { form: 'tasks' }) }),
  )
  return null
}

function BlacklistNotice({ id }: { id: string }) {
  const { data: task, error } = useCall(blacklistImportCalls.one, { uploadId: id }, polling)
  const to = pathTo('/sms/blacklist', { form: 'import' })
  useEnd('blacklist', id, endOf(task, { isGone: isDeleted(error), name: '导入黑名单', unit: '行', page: '查看结果', to }))
  return null
}

/** A list read before the task was started doesn't have it yet. */
function LinksNotice({ id }: { id: string }) {
  const { data, isFetchedAfterMount } = useCall(linkListCalls.tasks, {}, polling)
  const task = data?.rows.find(one => one.taskId === id)
  const name = task ? `批量${linkTaskKinds[task.kind]}短链` : ''
  const to = pathTo('/shorturl/manage', { form: 'tasks' })
  useEnd('links', id, endOf(task, { isGone: isFetchedAfterMount && data !== undefined && !task, name, unit: '个', page: '查看结果', to }))
  return null
}

function BatchNotice({ id }: { id: string }) {
  const { data, isFetchedAfterMount } = useCall(linkBatchCalls.list, {}, polling)
  const task = data?.rows.find(one => one.linkBatchId === id)
  const to = pathTo('/shorturl/create', { way: 'batch' })
  useEnd(
    'batch',
    id,
    endOf(task, { isGone: isFetchedAfterMount && data !== undefined && !task, name: '批量创建短链', unit: '行', page: '查看结果', to }),
  )
  return null
}

function UndoNotice({ id }: { id: string }) {
  const { data: undo, error } = useCall(undoCalls.one, { undoId: id }, polling)
  const isFailed = undo?.failure !== null
  useEnd('undo', id, {
    isGone: isDeleted(error),
    ended:
      undo && undo.state !== 'undoing'
        ? {
            title: isFailed ? '没有全部撤销' : '已撤销',
            isFailed,
            text: [undoneText(undo), ...(undo.failure ? [undo.failure] : [])].join('；'),
            page: '去操作日志',
            to: pathTo('/system/uaccount/ulog'),
          }
        : null,
  })
  return null
}

const notices = {
  export: ExportNotice,
  contacts: ContactsNotice,
  blacklist: BlacklistNotice,
  links: LinksNotice,
  batch: BatchNotice,
  undo: UndoNotice,
}

/** Notifies on any page that a background task has ended, or why it failed. */
export const TaskNotices = () =>
  useWatched().map(one => {
    const [text = '', id = ''] = one.split(':')
    const kind = keyOf(notices, text)
    const Notice = kind && notices[kind]
    return Notice ? <Notice key={one} id={id} /> : null
  })
