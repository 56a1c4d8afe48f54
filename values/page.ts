/**
 * The rows of one page and the cursor of the next one, null at the end. `found` was read with a limit one above the
 * page's size: the surplus row means that there is a next page.
 */
export function pageOf<Row>(
  found: readonly Row[],
  pageSize: number,
  cursorOf: (row: Row) => string,
): { rows: Row[]; nextCursor: string | null } {
  const rows = found.slice(0, pageSize)
  const last = rows.at(-1)
  return { rows, nextCursor: last !== undefined && found.length > pageSize ? cursorOf(last) : null }
}
