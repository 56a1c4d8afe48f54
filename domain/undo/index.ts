/** Undo: reverts reversible acts of every module, at once or as a task. */
export { runUndo, undoAct } from './undo.ts'
