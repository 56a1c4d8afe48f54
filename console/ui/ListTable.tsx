import { Button, Table, type TableProps } from 'antd'
import style from './List.module.css'
import type { EmptyState, ListQuery } from './ListPage.tsx'
import type { Density, ListColumn } from './list-columns.tsx'
import { useMedia } from './media.ts'

interface ListTableProps<Row> {
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
}

/** A line of the table; without a row while the first page is on the way. */
interface Line<Row> {
  key: string
  row: Row | null
}
const skeletonLines = Array.from({ length: 8 }, (_, index) => ({ key: `skeleton-${index}`, row: null }))

/** The table of a list: skeleton at first, old rows while refetching, sideways scroll inside itself. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { query, columns, density, chosen, onChoose, onOpen } = props
  const isNarrow = useMedia('(max-width: 767px)')
  const lines: Line<Row>[] = query.data ? query.data.rows.map(row => ({ key: props.rowKey(row), row })) : skeletonLines
  if (query.data?.rows.length === 0) return <EmptyList {...props} />
  const selection: TableProps<Line<Row>>['rowSelection'] = onChoose
    ? {
        selectedRowKeys: chosen.map(props.rowKey),
        onChange: (_, picked) => onChoose(picked.flatMap(line => (line.row === null ? [] : [line.row]))),
        getCheckboxProps: line => ({ disabled: line.row === null, 'aria-label': '选择此行' }),
        columnWidth: 44,
      }
    : undefined
  return (
    <div className={style.table} data-busy={query.isFetching && !query.isPending} aria-busy={query.isFetching}>
      <Table<Line<Row>>
        dataSource={lines}
        pagination={false}
        size={density}
        sticky={isNarrow ? false : { offsetHeader: 48 }}
        scroll={{ x: 'max-content' }}
        {...(selection ? { rowSelection: selection } : {})}
        onRow={line => (onOpen && line.row !== null ? { onDoubleClick: () => onOpen(line.row as Row) } : {})}
        columns={columns.map(column => ({
          key: column.id,
          title: column.title === '' ? <span className="hy-hidden">操作</span> : column.title,
          ...(column.width ? { width: column.width } : {}),
          ...(column.isNumber ? { align: 'right' as const } : {}),
          ...(column.fixed && !isNarrow ? { fixed: column.fixed } : {}),
          render: (_: unknown, line: Line<Row>) => (line.row === null ? <i className={style.cell} /> : column.render(line.row)),
        }))}
      />
    </div>
  )
}

function EmptyList<Row>({ emptyState, isFiltered, onReset }: ListTableProps<Row>) {
  return isFiltered ? (
    <div className={style.empty}>
      <h2>没有符合条件的内容</h2>
      <p>换一个条件试试，或清除全部筛选条件。</p>
      <Button onClick={onReset}>清除筛选</Button>
    </div>
  ) : (
    <div className={style.empty}>
      <h2>{emptyState.title}</h2>
      <p>{emptyState.text}</p>
      {emptyState.action}
    </div>
  )
}
