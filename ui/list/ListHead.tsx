import { CaretDownFilled, CaretUpFilled } from '@ant-design/icons'
import { Checkbox } from 'antd'
import { Term } from '#ui/display/Term.tsx'
import style from './ListHead.module.css'
import type { ListColumn } from './list-columns.ts'
import type { ColumnSort } from './list-sort.ts'
import { clampWidth, type Widths } from './list-widths.ts'
import { WidthHandle } from './WidthHandle.tsx'

/** The check box that ticks every row of the page. */
export interface PageChoice {
  isAll: boolean
  isSome: boolean
  isDisabled: boolean
  onToggle: () => void
}

export interface ColumnWidths {
  widths: Widths | undefined
  onWidths: (widths: Record<string, number>) => void
}

interface ListHeadProps<Row> {
  columns: readonly ListColumn<Row>[]
  /** Undefined: a column that does not sort. */
  sortOf: (column: ListColumn<Row>) => ColumnSort | undefined
  /** Undefined: columns that can't be resized. */
  sizes: ColumnWidths | undefined
  choice: PageChoice | undefined
  /** In cards the check box has its name beside it. */
  isNamed: boolean
}

const boxPx = 36
const otherPx = 120

const defaultWidthOf = <Row,>({ width = otherPx }: ListColumn<Row>) => clampWidth(width)
const widthOf = <Row,>(column: ListColumn<Row>, widths: Widths | undefined) => widths?.[column.id] ?? defaultWidthOf(column)

/** Attributes of a column's cells. A width of their own is kept by the `col` elements. */
export const cellProps = <Row,>(column: ListColumn<Row>, widths?: Widths) => ({
  'data-number': column.isNumber || undefined,
  'data-fixed': column.fixed,
  style: column.width && !widths ? { minWidth: column.width } : undefined,
})

/** Widths that somebody has set; the rest of the line is an empty column. */
export function ColumnGroup<Row>({ columns, widths, hasBox }: { columns: readonly ListColumn<Row>[]; widths: Widths; hasBox: boolean }) {
  return (
    <colgroup>
      {hasBox ? <col style={{ width: boxPx }} /> : null}
      {columns.map(column => (
        <col key={column.id} data-column={column.id} style={{ width: widthOf(column, widths) }} />
      ))}
      <col />
    </colgroup>
  )
}

/** Names of the columns: a press sorts, the edge sets the width. */
export function ListHead<Row>({ columns, sortOf, sizes, choice, isNamed }: ListHeadProps<Row>) {
  const sizable = sizes ? columns.filter(column => column.fixed !== 'end') : []
  return (
    <thead>
      <tr>
        {choice ? (
          <th scope="col" data-box="">
            <Checkbox
              aria-label="选择本页全部"
              checked={choice.isAll}
              indeterminate={choice.isSome}
              disabled={choice.isDisabled}
              onChange={choice.onToggle}
            >
              {isNamed ? '选择本页全部' : null}
            </Checkbox>
          </th>
        ) : null}
        {isNamed && columns.some(column => sortOf(column)) ? <td className={style.sorting}>排序</td> : null}
        {columns.map(column => (
          <th
            key={column.id}
            scope="col"
            data-column={column.id}
            aria-sort={sortOf(column)?.direction}
            {...cellProps(column, sizes?.widths)}
          >
            <HeadName title={column.title} sort={sortOf(column)} />
            {sizes && sizable.includes(column) ? (
              <WidthHandle
                id={column.id}
                title={column.title}
                width={widthOf(column, sizes.widths)}
                defaultWidth={defaultWidthOf(column)}
                isFirst={column === sizable[0]}
                onWidths={sizes.onWidths}
              />
            ) : null}
          </th>
        ))}
        {sizes?.widths ? <td className={style.filler} /> : null}
      </tr>
    </thead>
  )
}

function HeadName({ title, sort }: { title: string; sort: ColumnSort | undefined }) {
  const name = <Term word={title || '操作'} />
  if (!sort) return name
  const Caret = sort.direction === 'ascending' ? CaretUpFilled : CaretDownFilled
  return (
    <button type="button" className={style.order} title={sort.next} onClick={sort.onPress}>
      {name}
      <Caret aria-hidden />
    </button>
  )
}
