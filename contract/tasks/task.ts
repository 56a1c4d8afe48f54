import { z } from 'zod'
import { moment } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'

/** States of a resumable task, in the words of the screens. What a stopped or failed one has done stays. */
export const taskStates = { waiting: '排队中', running: '进行中', done: '已完成', failed: '没有完成', canceled: '已停止' } as const
export type TaskState = keyof typeof taskStates
export const unfinishedTaskStates: readonly TaskState[] = ['waiting', 'running']
export const isUnfinished = ({ state }: { state: TaskState }): boolean => unfinishedTaskStates.includes(state)

const count = z.number().int()

/** How far a resumable task is. Each kind extends it by what it tells beside. */
export const taskProgress = z.object({
  state: z.enum(keysOf(taskStates)),
  /** Null while it is unknown; an estimate where a file is still being read. */
  totalCount: count.nullable(),
  doneCount: count,
  /** Why it failed, as a person reads it. */
  failure: z.string().nullable(),
  createdAt: moment,
  startedAt: moment.nullable(),
  endedAt: moment.nullable(),
})
export type TaskProgress = z.output<typeof taskProgress>
export type TaskProgressWire = z.input<typeof taskProgress>
