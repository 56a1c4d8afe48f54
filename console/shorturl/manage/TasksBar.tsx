import { useQueryClient } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { isUnfinished } from '#contract/tasks/task.ts'
import { invalidate } from '#ui/call.ts'
import { TaskProgress } from '#ui/display/TaskProgress.tsx'
import { taskStateTags } from '#ui/labels/tasks.ts'
import { linkAnswers } from './answers.ts'
import style from './Manage.module.css'
import { endText, progressOf, titleOf, useLinkTasks } from './tasks.tsx'

/** Bar above the list: running bulk acts, and the results of those that ended since the page was opened. */
export function TasksBar({ mayWrite }: { mayWrite: boolean }) {
  const client = useQueryClient()
  const { data } = useLinkTasks()
  // Older results are in the drawer of tasks.
  const old = useRef<Set<string> | null>(null)
  if (data) old.current ??= new Set(data.rows.filter(task => !isUnfinished(task)).map(task => task.taskId))
  const [closed, setClosed] = useState<string[]>([])
  const tasks = (data?.rows ?? []).filter(task => !old.current?.has(task.taskId))
  const ended = tasks.filter(task => !isUnfinished(task))
  useEffect(() => {
    if (ended.length > 0) invalidate(client, linkAnswers)
  }, [client, ended.length])
  const shown = tasks
    .filter(task => !closed.includes(task.taskId))
    .map(task =>
      isUnfinished(task) ? (
        <div key={task.taskId} className={style.progress}>
          <TaskProgress {...progressOf(task, mayWrite)} />
        </div>
      ) : (
        <Alert
          key={task.taskId}
          banner
          closable={{ onClose: () => setClosed(before => [...before, task.taskId]) }}
          type={task.state === 'failed' ? 'error' : 'success'}
          title={`${titleOf(task)}${taskStateTags[task.state].name}：${endText(task)}${task.failure ? `；${task.failure}` : ''}`}
        />
      ),
    )
  return <>{shown}</>
}
