/** Resumable tasks: background work in pieces, each committed together with the cursor behind it. */
export { type Task, TaskKind } from './task.ts'
export type { Piece, TaskRun } from './task-run.ts'
