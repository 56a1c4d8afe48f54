import { type ReactNode, useRef } from 'react'
import layout from '#ui/theme/layout.module.css'
import { useCutNumbers } from './cut-numbers.ts'
import { useOverflow } from './overflow.ts'
import style from './PlainTable.module.css'
import { Table, type TableColumn, type TableProps } from './Table.tsx'

export type PlainColumn<Row> = TableColumn<Row>

interface PlainTableProps<Row> extends Omit<TableProps<Row>, 'className'> {
  /** Name of the table for screen readers. */
  label: string
  /** Why there are no rows, and what leads to some. */
  emptyText: ReactNode
}

/** A short table inside a panel or a drawer, without paging; it scrolls sideways if necessary. */
export function PlainTable<Row>({ label, emptyText, ...table }: PlainTableProps<Row>) {
  const place = useRef<HTMLElement>(null)
  const isWider = useOverflow(place)
  useCutNumbers(place, table.rows, table.columns.map(column => column.title).join())
  if (table.rows.length === 0) return <p className={style.empty}>{emptyText}</p>
  return (
    <section ref={place} className={style.scroll} tabIndex={isWider ? 0 : undefined} aria-label={label}>
      <Table {...table} className={`${layout.table} ${style.table}`} />
    </section>
  )
}
