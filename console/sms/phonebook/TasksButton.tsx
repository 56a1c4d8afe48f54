import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { isUnfinished } from '#contract/tasks/task.ts'
import { invalidate } from '#ui/call.ts'
import { phonebookAnswers } from './phonebook.ts'
import { useContactTasks } from './tasks.ts'

/** Number of running tasks, if any. Polls them, and reloads the rows whenever one has ended. */
export function TasksButton({ onOpen }: { onOpen: () => void }) {
  const client = useQueryClient()
  const tasks = useContactTasks().data?.rows
  const unfinishedCount = tasks?.filter(isUnfinished).length ?? 0
  const ended = tasks?.find(task => !isUnfinished(task))?.taskId ?? ''
  const known = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (tasks === undefined) return
    if (known.current !== undefined && ended !== known.current) invalidate(client, phonebookAnswers)
    known.current = ended
  }, [tasks, ended, client])
  return unfinishedCount > 0 ? <Button onClick={onOpen}>{unfinishedCount} 个任务进行中</Button> : null
}
