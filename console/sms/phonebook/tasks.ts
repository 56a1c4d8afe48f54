import type { CallAnswerWire } from '#contract/call.ts'
import { contactTaskCalls } from '#contract/recipients/contact-task.ts'
import { useTasks } from '#ui/display/TaskProgress.tsx'

export type TaskRow = CallAnswerWire<typeof contactTaskCalls.list>['rows'][number]

/** The newest tasks. */
export const useContactTasks = () => useTasks(contactTaskCalls.list, {}, ({ rows }) => rows)
