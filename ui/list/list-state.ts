import {
  type ChangeOptions,
  firstsOf,
  oneOf,
  type Texts,
  type UrlFields,
  type UrlValues,
  useUrlChange,
  useUrlValues,
  type ValuesOf,
} from '#ui/url-state.ts'

export const pageSizes = ['20', '50', '100'] as const

export interface ListState<Values extends UrlValues = UrlValues> {
  /** Filters from the query string; text, empty when not set. */
  values: Values
  /** Cursor and page size, ready for a list call. */
  page: { cursor: string | undefined; pageSize: number }
  /** The order of a complete list (list-sort.ts); empty: its own. */
  sort: string
  /** Changes filters and returns to the first page. */
  change: (next: Texts<Values>, options?: ChangeOptions) => void
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
export function useListState<Fields extends UrlFields>(
  fields: Fields,
  firstSize: (typeof pageSizes)[number] = '20',
): ListState<ValuesOf<Fields>> {
  const paging = { cursor: '', size: oneOf(pageSizes, firstSize), sort: '' }
  const values = useUrlValues(fields)
  const { cursor, size, sort } = useUrlValues(paging)
  const firsts = firstsOf(fields)
  const set = useUrlChange({ ...firsts, ...firstsOf(paging) })
  return {
    values,
    page: { cursor: cursor === '' ? undefined : cursor, pageSize: Number(size) },
    sort,
    change: (next, options) => set({ ...next, cursor: '' }, options),
    reset: () => set({ ...firsts, cursor: '' }),
    isFiltered: Object.entries(firsts).some(([name, value]) => values[name] !== value),
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
