import type { ListColumn } from './list-columns.ts'

/** Phones show the rows of a list as cards. */
export const cardQuery = '(max-width: 639px)'

/** The place of a column in a card: its title, beside the title, a line, a figure in a row of figures, or the foot. */
export type CardRole = 'name' | 'state' | 'fact' | 'number' | 'actions'

const stateTitles = ['状态', '结果']

function roleOf<Row>({ id, title, isNumber, card }: ListColumn<Row>): CardRole {
  if (id === 'actions') return 'actions'
  if (card) return card
  if (stateTitles.includes(title)) return 'state'
  return isNumber ? 'number' : 'fact'
}

/**
 * The columns of a card with their places. A row's detail has the columns that are not marked for phones; without a
 * detail the card has them all. The first fact is the title, unless the list names another.
 */
export function cardColumns<Row>(columns: readonly ListColumn<Row>[], hasDetail: boolean): { column: ListColumn<Row>; role: CardRole }[] {
  const isMarked = columns.some(column => column.onPhone && column.id !== 'actions')
  const isShown = (column: ListColumn<Row>) =>
    !hasDetail || (isMarked ? column.onPhone : column.isAlways || column.isNumber || roleOf(column) !== 'fact')
  const shown = columns.filter(isShown).map(column => ({ column, role: roleOf(column) }))
  const named = shown.find(({ role }) => role === 'name') ?? shown.find(({ role }) => role === 'fact')
  return shown.map(one => (one === named ? { ...one, role: 'name' } : one))
}
