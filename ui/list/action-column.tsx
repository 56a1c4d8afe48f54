import type { ListColumn } from './list-columns.ts'
import { type RowAction, RowActions } from './RowActions.tsx'

/** The last column of a list: the actions of a row. */
export const actionColumn = <Row,>(width: number, actionsOf: (row: Row) => RowAction[]): ListColumn<Row> => ({
  id: 'actions',
  title: '操作',
  isAlways: true,
  fixed: 'end',
  onPhone: true,
  width,
  render: row => <RowActions actions={actionsOf(row)} />,
})

/** The link into a row, by pointer and keys; a click anywhere in the row does the same. */
export const viewColumn = <Row,>(open: (row: Row) => void): ListColumn<Row> =>
  actionColumn(70, row => [{ label: '查看', onClick: () => open(row) }])
