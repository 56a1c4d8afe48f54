import { createContext, type ReactNode, useContext, useState } from 'react'
import type { ListColumns, ViewColumns } from '#contract/list-view.ts'

export interface ListColumn<Row> {
  id: string
  title: string
  render: (row: Row) => ReactNode
  width?: number
  /** Numbers are aligned right. */
  isNumber?: boolean
  /** Of its amounts: four where they may have parts of a fen, as what is charged for each message; otherwise two. */
  decimals?: 4
  /** Sticky while the table scrolls sideways (not on a phone). */
  fixed?: 'start' | 'end'
  /** Shown only when chosen. */
  isExtra?: boolean
  /**
   * Where a list marks such columns, the card of a row on a phone has only them: name, state, amount and actions. The
   * row's detail has the rest.
   */
  onPhone?: boolean
  /** The column's place in a card, where list-card.ts would choose another. */
  card?: 'name' | 'state' | 'fact'
  /** The name by which the list's call sorts by it, figures with the largest first. */
  order?: string
  /** Its call sorts it with the latest first. */
  isLatestFirst?: boolean
  /** What a complete list sorts by; without it the row's field of the column's id. */
  sortBy?: (row: Row) => string | number | null
  /** Can't be hidden. */
  isAlways?: boolean
}

export type Density = 'middle' | 'small'
/** Widths: none until the person changes one; then those of all columns. */
type Chosen = ViewColumns

interface KeptColumns {
  kept: ListColumns
  keep: (list: string, columns: ViewColumns | null) => void
}
/** By default columns are forgotten with the page. */
export const KeptColumnsContext = createContext<KeptColumns>({ kept: {}, keep: () => undefined })

/**
 * A person's choice, order and widths of columns, kept with the person. Columns that were added later appear at their
 * default place.
 */
export function useColumns<Row>(id: string, columns: ListColumn<Row>[]) {
  const { kept, keep } = useContext(KeptColumnsContext)
  const [chosen, setState] = useState(kept[id] ?? null)
  const setChosen = (next: Chosen | null) => {
    setState(next)
    keep(id, next)
  }
  const hidden = chosen?.hidden ?? columns.filter(column => column.isExtra).map(column => column.id)
  const place = new Map((chosen?.order ?? []).map((name, index) => [name, index]))
  const ordered = columns
    .map((column, index) => ({
      column,
      rank: column.fixed === 'end' ? 1e6 : column.fixed === 'start' ? -1 : (place.get(column.id) ?? index),
    }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ column }) => column)
  const shown = withFixedStart(ordered.filter(column => column.isAlways || !hidden.includes(column.id)))
  const change = (next: Partial<Chosen>) => setChosen({ order: ordered.map(column => column.id), hidden, ...chosen, ...next })
  const sizes = {
    widths: chosen?.widths,
    onWidths: (widths: Record<string, number>) => change({ widths: { ...chosen?.widths, ...widths } }),
  }
  return { ordered, shown, hidden, sizes, chosen, change, reset: () => setChosen(null) }
}
/** The first column says what a row is: it stays while the others scroll sideways. */
const withFixedStart = <Row>(columns: ListColumn<Row>[]): ListColumn<Row>[] =>
  columns.map((column, index) => (index === 0 && !column.fixed ? { ...column, fixed: 'start' } : column))

/** What the settings of a list need of its columns. */
export type ColumnChoice = Pick<ReturnType<typeof useColumns<never>>, 'hidden' | 'chosen' | 'change' | 'reset'> & {
  ordered: Omit<ListColumn<never>, 'render'>[]
}
