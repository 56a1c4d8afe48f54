import { CaretDownFilled } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import { useCutNumbers } from './cut-numbers.ts'
import type { EmptyState, ListQuery } from './ListPage.tsx'
import style from './ListTable.module.css'
import type { Density, ListColumn } from './list-columns.ts'
import { useListKeys } from './list-keys.ts'
import { phoneQuery, useMedia } from './media.ts'
import { useOverflow } from './overflow.ts'
import { Term } from './Term.tsx'

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
  /** The chosen order of the rows; empty: the list's own. */
  order?: ListOrder | undefined
}
export interface ListOrder {
  by: string
  onChange: (by: string) => void
}

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

function Lines<Row>(all: ListTableProps<Row>) {
  const isPhone = useMedia(phoneQuery)
  const isShort = isPhone && all.columns.some(column => column.onPhone && column.id !== 'actions')
  const props = isShort ? { ...all, columns: all.columns.filter(column => column.onPhone) } : all
  const { query, columns, onChoose, chosen } = props
  const rows = query.data?.rows
  const place = useRef<HTMLElement>(null)
  const isWider = useOverflow(place)
  useListKeys(place)
  useCutNumbers(place, rows, columns.map(column => column.id).join())
  const isAll = isEachChosen(rows ?? [], chosen, props.rowKey)
  const others = () => chosen.filter(one => !rows?.some(row => props.rowKey(row) === props.rowKey(one)))
  return (
    <section
      ref={place}
      className={style.scroll}
      data-list
      data-wider={isWider}
      tabIndex={isWider ? 0 : undefined}
      aria-label={`${props.title}列表`}
      data-busy={query.isFetching && !query.isPending}
      data-short={isShort || undefined}
    >
      <table className={style.table} data-density={props.density} aria-busy={query.isFetching}>
        <thead>
          <tr>
            {onChoose ? (
              <th scope="col" className={style.box}>
                <Checkbox
                  aria-label="选择本页全部"
                  checked={isAll}
                  indeterminate={chosen.length > 0 && !isAll}
                  disabled={!rows}
                  onChange={() => onChoose([...others(), ...(isAll ? [] : (rows ?? []))])}
                />
              </th>
            ) : null}
            {columns.map(column => (
              <Head key={column.id} column={column} order={props.order} />
            ))}
          </tr>
        </thead>
        <tbody>{rows ? rows.map(row => <Line key={props.rowKey(row)} row={row} {...props} />) : <Skeleton {...props} />}</tbody>
      </table>
    </section>
  )
}

/** The name of a column; a press sorts by it, another one returns to the list's own order. */
function Head<Row>({ column, order }: { column: ListColumn<Row>; order: ListOrder | undefined }) {
  const name = <Term word={column.title || '操作'} />
  const { order: by } = column
  if (!order || by === undefined) {
    return (
      <th scope="col" {...cellProps(column)}>
        {name}
      </th>
    )
  }
  const isChosen = order.by === by
  return (
    <th scope="col" aria-sort={isChosen ? 'descending' : 'none'} {...cellProps(column)}>
      <button
        type="button"
        className={style.order}
        title={isChosen ? '恢复默认顺序' : '从多到少排列'}
        onClick={() => order.onChange(isChosen ? '' : by)}
      >
        {name}
        <CaretDownFilled aria-hidden />
      </button>
    </th>
  )
}

const cellProps = <Row,>(column: ListColumn<Row>) => ({
  'data-number': column.isNumber || undefined,
  'data-fixed': column.fixed,
  style: column.width ? { minWidth: column.width } : undefined,
})

function Line<Row>({ row, columns, rowKey, chosen, onChoose, onOpen }: ListTableProps<Row> & { row: Row }) {
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
        <td className={style.box}>
          <Checkbox aria-label="选择此行" checked={isChosen} onChange={choose} />
        </td>
      ) : null}
      {columns.map(column => (
        <td key={column.id} {...cellProps(column)}>
          <Shown>{column.render(row)}</Shown>
        </td>
      ))}
    </tr>
  )
}

/** Long text is limited to three lines of a row; whole on hover, and in the row's detail. */
const Shown = ({ children }: { children: ReactNode }) =>
  typeof children === 'string' && children.length > shortCharacters ? (
    <span className={style.clamp} title={children}>
      {children}
    </span>
  ) : (
    children
  )

/** A click on a row opens it, unless it hits a control or selects text. A row's menu is elsewhere in the document. */
function isOnRow({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  const isInside = target instanceof Element && currentTarget.contains(target)
  return isInside && !target.closest('a, button, input, label') && getSelection()?.isCollapsed !== false
}

const isEnterOnRow = (event: KeyboardEvent<HTMLElement>) => event.key === 'Enter' && event.target === event.currentTarget
/** Of a row without a detail. */
const followLink = (row: HTMLElement) => row.querySelector<HTMLAnchorElement>('a[href]')?.click()

function Skeleton<Row>({ columns, onChoose }: ListTableProps<Row>): ReactNode {
  return Array.from({ length: skeletonRows }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: grey lines have no other identity.
    <tr key={line}>
      {onChoose ? <td className={style.box} /> : null}
      {columns.map(column => (
        <td key={column.id} {...cellProps(column)}>
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
