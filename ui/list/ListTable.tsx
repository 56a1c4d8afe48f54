import { Button, Checkbox } from 'antd'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import { useCutNumbers } from '#ui/display/cut-numbers.ts'
import { FixedDecimals } from '#ui/display/Money.tsx'
import { useOverflow } from '#ui/display/overflow.ts'
import { useMedia } from '#ui/theme/media.ts'
import { ColumnGroup, type ColumnWidths, cellProps, ListHead, type PageChoice } from './ListHead.tsx'
import type { EmptyState, ListQuery } from './ListPage.tsx'
import style from './ListTable.module.css'
import { type CardRole, cardColumns, cardQuery } from './list-card.ts'
import type { Density, ListColumn } from './list-columns.ts'
import { useListKeys } from './list-keys.ts'
import type { ColumnSort } from './list-sort.ts'
import type { Widths } from './list-widths.ts'
import { useRowFocus } from './row-focus.ts'

interface ListTableProps<Row> {
  title: string
  query: ListQuery<Row>
  columns: ListColumn<Row>[]
  rowKey: (row: Row) => string
  density: Density
  onOpen?: ((row: Row) => void) | undefined
  chosen: Row[]
  onChoose: ((rows: Row[]) => void) | undefined
  emptyState: EmptyState
  isFiltered: boolean
  onReset: () => void
  /** How a column sorts; undefined where it doesn't. */
  sortOf?: ((column: ListColumn<Row>) => ColumnSort | undefined) | undefined
  /** Widths that somebody can set. */
  sizes?: ColumnWidths | undefined
}

const noSort = () => undefined
const skeletonRows = 8
/** Fits in three lines of the narrowest column. */
const shortCharacters = 12

/** Whether a page has rows and all of them are ticked. */
export function isEachChosen<Row>(rows: readonly Row[], chosen: readonly Row[], rowKey: (row: Row) => string): boolean {
  const keys = new Set(chosen.map(rowKey))
  return rows.length > 0 && rows.every(row => keys.has(rowKey(row)))
}

/**
 * Table of a list: skeleton at first, old rows while refetching, sideways scrolling inside itself. A plain table
 * element: antd's brings a tree, a pagination and a virtual list, 45 kB that no list of ours uses.
 */
export function ListTable<Row>(props: ListTableProps<Row>) {
  return props.query.data?.rows.length === 0 ? <EmptyList {...props} /> : <Lines {...props} />
}

function Lines<Row>(props: ListTableProps<Row>) {
  const { query, onChoose, chosen } = props
  const isCards = useMedia(cardQuery)
  const sizes = isCards ? undefined : props.sizes
  const cells: Cell<Row>[] = isCards
    ? cardColumns(props.columns, props.onOpen !== undefined)
    : props.columns.map(column => ({ column, role: undefined }))
  const columns = cells.map(({ column }) => column)
  const rows = query.data?.rows
  const place = useRef<HTMLElement>(null)
  const isWider = useOverflow(place)
  useListKeys(place)
  useRowFocus(place, rows)
  useCutNumbers(place, isCards ? undefined : rows, columns.map(column => column.id).join())
  const lines = { ...props, cells, widths: sizes?.widths }
  return (
    <section
      ref={place}
      className={style.scroll}
      data-list
      data-wider={isWider}
      tabIndex={isWider ? 0 : undefined}
      aria-label={`${props.title}列表`}
      data-busy={query.isFetching && !query.isPending}
      data-cards={isCards || undefined}
    >
      <table
        className={style.table}
        data-density={props.density}
        data-sized={sizes?.widths ? true : undefined}
        aria-busy={query.isFetching}
      >
        {sizes?.widths ? <ColumnGroup columns={columns} widths={sizes.widths} hasBox={onChoose !== undefined} /> : null}
        <ListHead
          columns={columns}
          sortOf={props.sortOf ?? noSort}
          sizes={sizes}
          choice={pageChoice(rows, chosen, props)}
          isNamed={isCards}
        />
        {rows ? (
          <tbody>
            {rows.map(row => (
              <Line key={props.rowKey(row)} row={row} {...lines} />
            ))}
          </tbody>
        ) : (
          // A body of its own: what follows a taller head is new, nothing of it jumps.
          <tbody key="waiting">
            <Skeleton {...lines} />
          </tbody>
        )}
      </table>
    </section>
  )
}

interface Cell<Row> {
  column: ListColumn<Row>
  /** Its place in a card; undefined in a table. */
  role: CardRole | undefined
}
type LineProps<Row> = ListTableProps<Row> & { cells: Cell<Row>[]; widths: Widths | undefined }

function pageChoice<Row>(rows: Row[] | undefined, chosen: Row[], { onChoose, rowKey }: ListTableProps<Row>): PageChoice | undefined {
  if (!onChoose) return undefined
  const isAll = isEachChosen(rows ?? [], chosen, rowKey)
  const others = chosen.filter(one => !rows?.some(row => rowKey(row) === rowKey(one)))
  return {
    isAll,
    isSome: chosen.length > 0 && !isAll,
    isDisabled: !rows,
    onToggle: () => onChoose([...others, ...(isAll ? [] : (rows ?? []))]),
  }
}

function Line<Row>({ row, cells, widths, rowKey, chosen, onChoose, onOpen }: LineProps<Row> & { row: Row }) {
  const key = rowKey(row)
  const isChosen = chosen.some(one => rowKey(one) === key)
  const choose = () => onChoose?.(isChosen ? chosen.filter(one => rowKey(one) !== key) : [...chosen, row])
  return (
    <tr
      data-chosen={isChosen || undefined}
      data-opens={onOpen ? true : undefined}
      tabIndex={-1}
      onClick={onOpen ? event => isOnRow(event) && onOpen(row) : undefined}
      onKeyDown={event => isEnterOnRow(event) && (onOpen ? onOpen(row) : followLink(event.currentTarget))}
    >
      {onChoose ? (
        <td data-box="">
          <Checkbox aria-label="选择此行" checked={isChosen} onChange={choose} />
        </td>
      ) : null}
      {cells.map(({ column, role }) => (
        <td key={column.id} {...cardProps(column, role)} {...cellProps(column, widths)}>
          <FixedDecimals value={column.decimals ?? 2}>
            <Shown isInCard={role !== undefined}>{column.render(row)}</Shown>
          </FixedDecimals>
        </td>
      ))}
    </tr>
  )
}

/** From this width on a column has a line of a card for itself. */
const widePx = 200

/** Facts and figures of a card have their names before them. */
const cardProps = <Row,>({ title, width = 0 }: ListColumn<Row>, role: CardRole | undefined) => ({
  'data-role': role,
  'data-label': role === 'fact' || role === 'number' ? title : undefined,
  'data-wide': (role === 'fact' && width >= widePx) || undefined,
})

/** Long text is limited to two lines of a row; whole on hover, and in the row's detail. */
function Shown({ isInCard, children }: { isInCard: boolean; children: ReactNode }) {
  if (typeof children === 'string' && children.length > shortCharacters)
    return (
      <span className={style.clamp} title={children}>
        {children}
      </span>
    )
  if (!isInCard) return children
  // An empty cell has no line in a card.
  return children === '' || children === '–' || children === null ? null : <div>{children}</div>
}

/** A click on a row opens it, unless it hits a control or selects text. A row's menu is elsewhere in the document. */
function isOnRow({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  const isInside = target instanceof Element && currentTarget.contains(target)
  return isInside && !target.closest('a, button, input, label') && getSelection()?.isCollapsed !== false
}

const isEnterOnRow = (event: KeyboardEvent<HTMLElement>) => event.key === 'Enter' && event.target === event.currentTarget
/** Of a row without a detail. */
const followLink = (row: HTMLElement) => row.querySelector<HTMLAnchorElement>('a[href]')?.click()

function Skeleton<Row>({ cells, widths, onChoose }: LineProps<Row>): ReactNode {
  return Array.from({ length: skeletonRows }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: grey lines have no other identity.
    <tr key={line}>
      {onChoose ? <td data-box="" /> : null}
      {cells.map(({ column, role }) => (
        <td key={column.id} data-role={role} {...cellProps(column, widths)}>
          <i className={style.waiting} />
        </td>
      ))}
    </tr>
  ))
}

function EmptyList<Row>({ emptyState, isFiltered, onReset, query }: ListTableProps<Row>) {
  if (emptyState.unfinished && query.data?.nextCursor) {
    return (
      <div className={style.empty}>
        <h2>这一段里没有符合条件的内容</h2>
        <p>{emptyState.unfinished}</p>
      </div>
    )
  }
  return (
    <div className={style.empty}>
      <h2>{isFiltered ? '没有符合条件的内容' : emptyState.title}</h2>
      <p>{isFiltered ? '换一个条件试试，或清除全部筛选条件。' : emptyState.text}</p>
      {isFiltered ? <Button onClick={onReset}>清除筛选</Button> : emptyState.action}
    </div>
  )
}
