import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover } from 'antd'
import { Segments } from '#ui/Segments.tsx'
import style from './List.module.css'
import type { ListSettingsProps } from './ListSettings.tsx'
import type { ColumnChoice } from './list-columns.ts'

/** Column settings and density, open at first: the click that opens them loads this file. */
export function ColumnSettings({ columns, density, onDensity }: ListSettingsProps) {
  const content = (
    <div className={style.settings}>
      <Segments
        block
        aria-label="行高"
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
      <Button block size="small" onClick={() => columns.reset()}>
        恢复默认
      </Button>
    </div>
  )
  return (
    <Popover defaultOpen trigger="click" placement="bottomRight" content={content} title="列表设置">
      <Button autoFocus type="text" icon={<SettingOutlined />} aria-label="列表设置" />
    </Popover>
  )
}

function ColumnLine({ column, index, columns }: { column: ColumnChoice['ordered'][number]; index: number; columns: ColumnChoice }) {
  const { ordered, hidden, change } = columns
  const order = ordered.map(one => one.id)
  const toggle = () => change({ hidden: hidden.includes(column.id) ? hidden.filter(name => name !== column.id) : [...hidden, column.id] })
  const move = (by: -1 | 1) => {
    const next = [...order]
    next.splice(index, 1)
    next.splice(index + by, 0, column.id)
    change({ order: next })
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
