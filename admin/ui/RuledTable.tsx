import { ScrollingTable, type TableProps } from '#ui/Table.tsx'
import style from './Tables.module.css'

/** A short table of the back office inside a panel, a drawer or a dialog. */
export const RuledTable = <Row,>(props: TableProps<Row> & { label: string }) => <ScrollingTable {...props} className={style.table} />
