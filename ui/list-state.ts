import { type ChangeOptions, type UrlValues, useUrlState } from './url-state.ts'

export const pageSizes = ['20', '50', '100'] as const

export interface ListState<Values extends UrlValues = UrlValues> {
  /** Filters from the query string; text, empty when not set. */
  values: Values
  /** Cursor and page size, ready for a list call. */
  page: { cursor: string | undefined; pageSize: number }
  /** The order of a complete list (list-sort.ts); empty: its own. */
  sort: string
  /** Changes filters and returns to the first page. */
  change: (next: Partial<Values>, options?: ChangeOptions) => void
  reset: () => void
  isFiltered: boolean
  turn: {
    to: (cursor: string, state: unknown) => void
    toFirst: () => void
    resize: (pageSize: string) => void
    isFirst: boolean
    isFirstSize: boolean
    sort: (sort: string) => void
  }
}

/**
 * Filters, order and paging of a list, stored in the query string (`cursor`, `size`, `sort` and one name for each
 * filter). A list of few rows is shown, and sorted, whole: its pages are the largest.
 */
export function useListState<Values extends UrlValues>(first: Values, firstSize: (typeof pageSizes)[number] = '20'): ListState<Values> {
  const [all, setAll] = useUrlState({ ...first, cursor: '', size: firstSize, sort: '' } as Values & {
    cursor: string
    size: string
    sort: string
  })
  const { cursor, size, sort, ...rest } = all
  const values = rest as unknown as Values
  const set = (next: UrlValues, options?: ChangeOptions) => setAll(next as Partial<typeof all>, options)
  return {
    values,
    page: { cursor: cursor === '' ? undefined : cursor, pageSize: pageSizes.some(one => one === size) ? Number(size) : Number(firstSize) },
    sort,
    change: (next, options) => set({ ...next, cursor: '' } as UrlValues, options),
    reset: () => set({ ...first, cursor: '' }),
    isFiltered: Object.entries(first).some(([name, value]) => values[name] !== value),
    turn: {
      to: (next, state) => set({ cursor: next }, { state }),
      toFirst: () => set({ cursor: '' }),
      resize: next => set({ size: next, cursor: '' }),
      isFirst: cursor === '',
      isFirstSize: size === firstSize,
      sort: next => set({ sort: next }),
    },
  }
}
