import type { ReactNode } from 'react'
import layout from '#ui/theme/layout.module.css'
import { MoneyColumn, SameDecimals } from './Money.tsx'
import { Term } from './Term.tsx'

export interface TableColumn<Row> {
  title: string
  render: (row: Row) => ReactNode
  isNumber?: boolean | undefined
  /** Wraps, or gives way on a phone, as the table's style says. */
  isWide?: boolean | undefined
  /** In place of the visible title, which is then only a name: a box to tick, or `null` above buttons. */
  head?: ReactNode
  /** Names the row. */
  isName?: boolean
}

export interface TableProps<Row> {
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  className?: string | undefined
  current?: string | undefined
  /** Rows that are over. */
  isEnded?: (row: Row) => boolean
  /** Cells of the totals row. */
  foot?: readonly ReactNode[] | undefined
  isBusy?: boolean
}

const actsTitle = '操作'

/** A plain table from its columns, without a look of its own. */
export function Table<Row>({ columns, rows, rowKey, className, current, isEnded, foot, isBusy }: TableProps<Row>) {
  const cell = ({ title, isNumber, isWide }: TableColumn<Row>) => ({
    'data-number': isNumber || undefined,
    'data-wide': isWide || undefined,
    // Left out on paper.
    'data-acts': title === actsTitle || undefined,
  })
  const render = (column: TableColumn<Row>, row: Row) => <MoneyColumn id={column.title}>{column.render(row)}</MoneyColumn>
  return (
    <SameDecimals>
      <table className={className} aria-busy={isBusy}>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column.title} scope="col" {...cell(column)}>
                {column.head === undefined ? (
                  <Term word={column.title} />
                ) : (
                  (column.head ?? <span className="hy-hidden">{column.title}</span>)
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={rowKey(row)} aria-current={current === rowKey(row) || undefined} data-ended={isEnded?.(row) || undefined}>
              {columns.map(column =>
                column.isName ? (
                  <th key={column.title} scope="row">
                    {render(column, row)}
                  </th>
                ) : (
                  <td key={column.title} {...cell(column)} data-title={column.head === undefined ? column.title : undefined}>
                    {render(column, row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
        {foot ? (
          <tfoot>
            <tr>
              {columns.map((column, place) => (
                <td key={column.title} {...cell(column)}>
                  <MoneyColumn id={column.title}>{foot[place]}</MoneyColumn>
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </SameDecimals>
  )
}

/** A table that may be wider than its place: it scrolls inside itself, also by keys. */
export const ScrollingTable = <Row,>({ label, ...table }: TableProps<Row> & { label: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
  <section className={layout.scroll} aria-label={label} tabIndex={0}>
    <Table {...table} />
  </section>
)
