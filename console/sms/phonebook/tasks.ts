import type { CallAnswerWire } from '#contract/call.ts'
import { contactTaskCalls, unfinishedTaskStates } from '#contract/recipients/contact-task.ts'
import { useCall } from '#ui/call.ts'

export type TaskRow = CallAnswerWire<typeof contactTaskCalls.list>['rows'][number]

export const isUnfinished = (task: TaskRow) => unfinishedTaskStates.some(one => one === task.state)

/** The newest tasks. */
export const useTasks = () => useCall(contactTaskCalls.list, {}, { staleTimeMs: 0 })
