import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover, Segmented } from 'antd'
import type { ReactNode } from 'react'
import style from './List.module.css'
import { useRemembered } from './remembered.ts'

export interface ListColumn<Row> {
  id: string
  title: string
  render: (row: Row) => ReactNode
  width?: number
  /** Numbers stand to the right. */
  isNumber?: boolean
  /** Stays in view while the table scrolls sideways (not on a phone). */
  fixed?: 'start' | 'end'
  /** Shown only when chosen. */
  isExtra?: boolean
  /** Can't be hidden. */
  isAlways?: boolean
}

export type Density = 'middle' | 'small'
interface Chosen {
  order: string[]
  hidden: string[]
}

/** Which columns a person wants and in which order, kept in this browser. Columns that came later stand at their own place. */
export function useColumns<Row>(id: string, columns: ListColumn<Row>[]) {
  const [chosen, setChosen] = useRemembered<Chosen | null>(`columns.${id}`, null)
  const hidden = chosen?.hidden ?? columns.filter(column => column.isExtra).map(column => column.id)
  const place = new Map((chosen?.order ?? []).map((name, index) => [name, index]))
  const ordered = columns
    .map((column, index) => ({
      column,
      rank: column.fixed === 'end' ? 1e6 : column.fixed === 'start' ? -1 : (place.get(column.id) ?? index),
    }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ column }) => column)
  const shown = ordered.filter(column => column.isAlways || !hidden.includes(column.id))
  return { ordered, shown, hidden, setChosen }
}
type Columns<Row> = ReturnType<typeof useColumns<Row>>

/** The button that opens column settings and density. */
export function ColumnSettings<Row>({
  columns,
  density,
  onDensity,
}: {
  columns: Columns<Row>
  density: Density
  onDensity: (density: Density) => void
}) {
  const content = (
    <div className={style.settings}>
      <Segmented
        block
        value={density}
        onChange={onDensity}
        options={[
          { value: 'middle', label: '标准' },
          { value: 'small', label: '紧凑' },
        ]}
      />
      <ul>
        {columns.ordered
          .filter(column => column.title !== '')
          .map((column, index) => (
            <ColumnLine key={column.id} column={column} index={index} columns={columns} />
          ))}
      </ul>
      <Button block size="small" onClick={() => columns.setChosen(null)}>
        恢复默认
      </Button>
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomRight" content={content} title="列表设置">
      <Button type="text" icon={<SettingOutlined />} aria-label="列表设置" />
    </Popover>
  )
}

function ColumnLine<Row>({ column, index, columns }: { column: ListColumn<Row>; index: number; columns: Columns<Row> }) {
  const { ordered, hidden, setChosen } = columns
  const order = ordered.map(one => one.id)
  const toggle = () =>
    setChosen({ order, hidden: hidden.includes(column.id) ? hidden.filter(name => name !== column.id) : [...hidden, column.id] })
  const move = (by: -1 | 1) => {
    const next = [...order]
    next.splice(index, 1)
    next.splice(index + by, 0, column.id)
    setChosen({ order: next, hidden })
  }
  const canMove = (by: -1 | 1) => {
    const neighbour = ordered[index + by]
    return !column.fixed && neighbour !== undefined && !neighbour.fixed
  }
  return (
    <li>
      <Checkbox checked={column.isAlways || !hidden.includes(column.id)} disabled={column.isAlways ?? false} onChange={toggle}>
        {column.title}
      </Checkbox>
      <span>
        <Button
          type="text"
          size="small"
          icon={<ArrowUpOutlined />}
          aria-label={`${column.title}上移`}
          disabled={!canMove(-1)}
          onClick={() => move(-1)}
        />
        <Button
          type="text"
          size="small"
          icon={<ArrowDownOutlined />}
          aria-label={`${column.title}下移`}
          disabled={!canMove(1)}
          onClick={() => move(1)}
        />
      </span>
    </li>
  )
}
