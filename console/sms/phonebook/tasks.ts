import type { Got } from '#contract/call.ts'
import { contactTaskCalls, unfinishedTaskStates } from '#contract/contact-task.ts'
import { useCall } from '../../call.ts'

export type TaskRow = Got<typeof contactTaskCalls.list>['rows'][number]

export const isUnfinished = (task: TaskRow) => (unfinishedTaskStates as readonly string[]).includes(task.state)

/** The newest tasks. */
export const useTasks = () => useCall(contactTaskCalls.list, {}, { staleTimeMs: 0 })
