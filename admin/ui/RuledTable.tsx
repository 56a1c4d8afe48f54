import { ScrollingTable, type TableProps } from '#ui/display/Table.tsx'
import style from './Tables.module.css'

/** A short table of the back office inside a panel, a drawer or a dialog. One with texts is cards on a phone. */
export function RuledTable<Row>(props: TableProps<Row> & { label: string }) {
  const hasTexts = props.columns.some(column => column.isWide)
  return <ScrollingTable {...props} className={hasTexts ? `${style.table} ${style.stacked}` : style.table} />
}
