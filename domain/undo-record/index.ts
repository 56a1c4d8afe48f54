/** What reversible acts changed, kept for a day: an act's record and its rows. */
export { purgeUndo } from './clean.ts'
export { findUndos, readUndo } from './find.ts'
export { beginUndo, dropUndoRows, type ReversibleAct, takeUndoRows, type UndoRow } from './record.ts'
export { type ReversibleRows, recordRows, unchangedRows } from './rows.ts'
