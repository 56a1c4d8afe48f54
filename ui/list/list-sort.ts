import type { ListColumn } from './list-columns.ts'

export type SortValue = string | number | null

/** How a column sorts: its state for screen readers, and a press. */
export interface ColumnSort {
  direction: 'ascending' | 'descending' | 'none'
  /** What a press does. */
  next: string
  onPress: () => void
}

const isSortValue = (value: unknown): value is SortValue => value === null || typeof value === 'string' || typeof value === 'number'

/** What a column sorts by: its own choice, else the row's field of its name; undefined where there is none. */
function sortValue<Row>({ id, sortBy }: ListColumn<Row>, row: Row): SortValue | undefined {
  const value: unknown = sortBy ? sortBy(row) : Reflect.get(Object(row), id)
  return isSortValue(value) ? value : undefined
}

export const canSort = <Row>(column: ListColumn<Row>, rows: readonly Row[]): boolean =>
  rows.length > 1 && rows.every(row => sortValue(column, row) !== undefined) && rows.some(row => sortValue(column, row) !== null)

const words = new Intl.Collator('zh-CN', { numeric: true })

/** The rows in the order of a column; those without a value are last in both directions. */
export function sortRows<Row>(rows: readonly Row[], column: ListColumn<Row>, isDescending: boolean): Row[] {
  const compare = (a: SortValue, b: SortValue) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : words.compare(String(a), String(b))
  return rows.toSorted((one, other) => {
    const [a, b] = [sortValue(column, one) ?? null, sortValue(column, other) ?? null]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return isDescending ? compare(b, a) : compare(a, b)
  })
}

/** The order in the address: a column's id, with a minus for the largest first. */
export const sortOf = (text: string): { by: string; isDescending: boolean } =>
  text.startsWith('-') ? { by: text.slice(1), isDescending: true } : { by: text, isDescending: false }

/** The order after a press on a head: figures begin with the largest, and the third press restores the list's own. */
export function sortAfter(text: string, { id, isNumber = false }: Pick<ListColumn<never>, 'id' | 'isNumber'>): string {
  const [first, second] = isNumber ? [`-${id}`, id] : [id, `-${id}`]
  if (text === first) return second
  return text === second ? '' : first
}
