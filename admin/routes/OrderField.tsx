import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import type { Channel } from '#admin/channels/channel.ts'
import style from './OrderField.module.css'

interface OrderFieldProps {
  channels: readonly Channel[]
  /** Channels that take such messages. */
  fitting: readonly Channel[]
  id?: string
  value?: string[]
  onChange?: (ids: string[]) => void
}

/** Ordered channels: add, move up and down, remove. */
export function OrderField({ channels, fitting, id, value = [], onChange }: OrderFieldProps) {
  const nameOf = (channelId: string) => channels.find(one => one.channelId === channelId)?.name ?? '（已删除）'
  const move = (index: number, by: -1 | 1) => {
    const next = [...value]
    next.splice(index + by, 0, ...next.splice(index, 1))
    onChange?.(next)
  }
  const left = fitting.filter(one => !value.includes(one.channelId))
  return (
    <>
      {value.length > 0 ? (
        <ol className={style.list}>
          {value.map((channelId, index) => (
            <li key={channelId}>
              <span>
                {index + 1}. {nameOf(channelId)}
                {fitting.some(one => one.channelId === channelId) ? null : <em>不支持该类型或运营商</em>}
              </span>
              <Button
                type="text"
                size="small"
                icon={<ArrowUpOutlined />}
                aria-label={`${nameOf(channelId)}上移`}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              />
              <Button
                type="text"
                size="small"
                icon={<ArrowDownOutlined />}
                aria-label={`${nameOf(channelId)}下移`}
                disabled={index === value.length - 1}
                onClick={() => move(index, 1)}
              />
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined />}
                aria-label={`移除${nameOf(channelId)}`}
                onClick={() => onChange?.(value.filter(one => one !== channelId))}
              />
            </li>
          ))}
        </ol>
      ) : null}
      <Select
        {...(id ? { id } : {})}
        value={null}
        placeholder={left.length > 0 ? '添加通道' : '没有可以添加的通道'}
        disabled={left.length === 0}
        options={left.map(one => ({ value: one.channelId, label: `${one.name}${one.isEnabled ? '' : '（已停用）'}` }))}
        onChange={(added: string | null) => added && onChange?.([...value, added])}
      />
    </>
  )
}
