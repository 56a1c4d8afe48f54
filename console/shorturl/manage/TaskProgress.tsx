import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { linkListCalls, linkTaskKinds, unfinishedLinkTasks } from '#contract/links/link-list.ts'
import { thousands } from '#ui/Count.tsx'
import { useAct, useCall } from '#ui/call.ts'
import type { TaskRow } from './links.ts'
import style from './Manage.module.css'

export const isUnfinished = (task: TaskRow) => unfinishedLinkTasks.some(one => one === task.state)

/** The newest tasks, polled every second while one is running. */
export function useTasks() {
  const [isBusy, setBusy] = useState(false)
  const query = useCall(linkListCalls.tasks, {}, { staleTimeMs: 0, refetchInterval: isBusy ? 1_000 : false })
  const hasWork = query.data?.rows.some(isUnfinished) ?? false
  useEffect(() => setBusy(hasWork), [hasWork])
  return query
}

export const endText = (task: TaskRow) =>
  [
    `处理 ${thousands(task.doneCount)} 个短链，改变了 ${thousands(task.changedCount)} 个`,
    task.doneCount > task.changedCount ? '，其余已经是这样或当前状态不允许' : '',
    task.failure ? `；${task.failure}` : '',
  ].join('')

/** A task's progress, remaining time, and cancel button. */
export function TaskProgress({ task, mayWrite }: { task: TaskRow; mayWrite: boolean }) {
  const cancel = useAct(linkListCalls.cancelTask, { invalidates: [linkListCalls.tasks] })
  const share = Math.min(1, task.doneCount / Math.max(1, task.totalCount))
  const label = `批量${linkTaskKinds[task.kind]}`
  return (
    <div className={style.progress}>
      <b>{label}</b>
      <div
        className={style.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
      >
        <div style={{ width: `${share * 100}%` }} />
      </div>
      <span>
        {thousands(task.doneCount)} / {thousands(task.totalCount)}
        {leftText(task, share)}
      </span>
      {mayWrite ? (
        <Button size="small" loading={cancel.isPending} onClick={() => cancel.mutate({ taskId: task.taskId })}>
          停止
        </Button>
      ) : null}
      {cancel.error ? <span role="alert">{cancel.error.message}</span> : null}
    </div>
  )
}

function leftText(task: TaskRow, share: number): string {
  if (share < 0.02 || share >= 1) return ''
  const seconds = ((Date.now() - Date.parse(task.createdAt)) / 1_000 / share) * (1 - share)
  return seconds < 60 ? `，约剩 ${Math.ceil(seconds)} 秒` : `，约剩 ${Math.ceil(seconds / 60)} 分钟`
}
