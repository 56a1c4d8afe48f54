export interface RowsPage<Row> {
  rows: Row[]
  nextCursor: string | null
}
export type RowOf<Page extends RowsPage<unknown>> = Page['rows'][number]

/**
 * Brings a fresh answer to a page that somebody reads, without moving its rows: they get their new content, those that
 * are gone leave, and later ones follow at the end. New rows above or among them wait.
 */
export function holdNewRows<Answer extends RowsPage<unknown>>(
  shown: Answer,
  fresh: Answer,
  keyOf: (row: RowOf<Answer>) => string,
): { page: Answer; newRows: RowOf<Answer>[] } {
  const shownKeys = new Set(shown.rows.map(keyOf))
  const freshRows = new Map(fresh.rows.map(row => [keyOf(row), row]))
  const lastKnown = fresh.rows.findLastIndex(row => shownKeys.has(keyOf(row)))
  if (lastKnown < 0) {
    const isPushedOut = shown.rows.length > 0 && fresh.rows.length > 0 && fresh.nextCursor !== null
    return isPushedOut ? { page: shown, newRows: fresh.rows } : { page: fresh, newRows: [] }
  }
  const newRows = fresh.rows.slice(0, lastKnown).filter(row => !shownKeys.has(keyOf(row)))
  const after = fresh.rows.slice(lastKnown + 1)
  const lastShown = shown.rows.findLastIndex(row => freshRows.has(keyOf(row)))
  // Behind the end of the fresh page: as they were.
  const pushedOut = after.length === 0 && fresh.nextCursor !== null ? shown.rows.slice(lastShown + 1) : []
  const kept = shown.rows.slice(0, lastShown + 1).flatMap(row => freshRows.get(keyOf(row)) ?? [])
  const nextCursor = pushedOut.length > 0 ? shown.nextCursor : fresh.nextCursor
  return { page: { ...fresh, rows: [...kept, ...pushedOut, ...after], nextCursor }, newRows }
}
