import { type ReactNode, useRef } from 'react'
import { useCutNumbers } from './cut-numbers.ts'
import { SameDecimals } from './Money.tsx'
import { useOverflow } from './overflow.ts'
import style from './PlainTable.module.css'
import { Term } from './Term.tsx'

export interface PlainColumn<Row> {
  title: string
  render: (row: Row) => ReactNode
  isNumber?: boolean
  /** Hidden on a phone, in favour of more important columns. */
  isWide?: boolean
}

interface PlainTableProps<Row> {
  /** Name of the table for screen readers. */
  label: string
  columns: readonly PlainColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  emptyText: string
  /** Cells of the totals row. */
  foot?: readonly ReactNode[]
  current?: string
}

/** A short table inside a panel or a drawer, without paging; it scrolls sideways if necessary. */
export function PlainTable<Row>({ label, columns, rows, rowKey, emptyText, foot, current }: PlainTableProps<Row>) {
  const place = useRef<HTMLElement>(null)
  const isWider = useOverflow(place)
  useCutNumbers(place, rows, columns.map(column => column.title).join())
  if (rows.length === 0) return <p className={style.empty}>{emptyText}</p>
  return (
    <section ref={place} className={style.scroll} tabIndex={isWider ? 0 : undefined} aria-label={label}>
      <SameDecimals>
        <table className={style.table}>
          <thead>
            <tr>
              {columns.map(column => (
                <th key={column.title} scope="col" data-number={column.isNumber || undefined} data-wide={column.isWide}>
                  <Term word={column.title} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={rowKey(row)} aria-current={current === rowKey(row) || undefined}>
                {columns.map(column => (
                  <td key={column.title} data-number={column.isNumber || undefined} data-wide={column.isWide}>
                    {column.render(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {foot ? (
            <tfoot>
              <tr>
                {columns.map((column, place) => (
                  <td key={column.title} data-number={column.isNumber || undefined} data-wide={column.isWide}>
                    {foot[place]}
                  </td>
                ))}
              </tr>
            </tfoot>
          ) : null}
        </table>
      </SameDecimals>
    </section>
  )
}
