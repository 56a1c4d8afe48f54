import { taskStates } from '#contract/tasks/task.ts'
import { tagged } from '#ui/display/StateTag.tsx'

export const taskStateTags = tagged(taskStates, { waiting: 'waiting', running: 'progress', done: 'good', failed: 'bad', canceled: 'ended' })
