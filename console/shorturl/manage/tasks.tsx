import { linkListCalls, linkTaskKinds } from '#contract/links/link-list.ts'
import { thousands } from '#ui/display/Count.tsx'
import { StopTask, useTasks } from '#ui/display/TaskProgress.tsx'
import type { TaskRow } from './links.ts'

/** The newest tasks. */
export const useLinkTasks = () => useTasks(linkListCalls.tasks, {}, ({ rows }) => rows)

export const titleOf = ({ kind }: TaskRow) => `批量${linkTaskKinds[kind]}`

/** What the progress of a task shows. */
export const progressOf = (task: TaskRow, mayWrite: boolean) => ({
  task,
  label: titleOf(task),
  unit: '个' as const,
  stop: mayWrite ? <StopTask call={linkListCalls.cancelTask} input={{ taskId: task.taskId }} invalidates={[linkListCalls.tasks]} /> : null,
})

export const endText = ({ doneCount, changedCount }: TaskRow) =>
  [
    `处理 ${thousands(doneCount)} 个短链，改变了 ${thousands(changedCount)} 个`,
    doneCount > changedCount ? '，其余已经是这样或当前状态不允许' : '',
  ].join('')
