import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { invalidate } from '#ui/call.ts'
import { useIntervalWhile } from '#ui/interval.ts'
import { phonebookAnswers } from './phonebook.ts'
import { isUnfinished, useTasks } from './tasks.ts'

const pollMs = 1_000

/** Number of running tasks, if any. Polls them, and reloads the rows whenever one has ended. */
export function TasksButton({ onOpen }: { onOpen: () => void }) {
  const client = useQueryClient()
  const query = useTasks()
  const tasks = query.data?.rows
  const unfinishedCount = tasks?.filter(isUnfinished).length ?? 0
  useIntervalWhile(unfinishedCount > 0, () => query.refetch(), pollMs)
  const ended = tasks?.find(task => !isUnfinished(task))?.taskId ?? ''
  const known = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (tasks === undefined) return
    if (known.current !== undefined && ended !== known.current) invalidate(client, phonebookAnswers)
    known.current = ended
  }, [tasks, ended, client])
  return unfinishedCount > 0 ? <Button onClick={onOpen}>{unfinishedCount} 个任务进行中</Button> : null
}
