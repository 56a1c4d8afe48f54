import { Count } from '#ui/display/Count.tsx'
import { Money } from '#ui/display/Money.tsx'
import { State, type Tag } from '#ui/display/StateTag.tsx'
import type { ListColumn } from './list-columns.ts'

type Choice<Row> = Omit<ListColumn<Row>, 'render' | 'isNumber'>

/** A column of amounts. A complete list sorts by them. */
export const moneyColumn = <Row,>(of: (row: Row) => number, choice: Choice<Row>): ListColumn<Row> => ({
  isNumber: true,
  sortBy: of,
  render: row => <Money hao={of(row)} />,
  ...choice,
})

/** A column of whole numbers. A complete list sorts by them. */
export const countColumn = <Row,>(
  of: (row: Row) => number,
  { unit = '', ...choice }: Choice<Row> & { unit?: string },
): ListColumn<Row> => ({
  isNumber: true,
  sortBy: of,
  render: row => <Count count={of(row)} unit={unit} />,
  ...choice,
})

/** The state of a row. */
export const stateColumn = <Row,>(of: (row: Row) => Tag, choice: Partial<Choice<Row>>): ListColumn<Row> => ({
  id: 'state',
  title: '状态',
  render: row => <State tag={of(row)} />,
  ...choice,
})
