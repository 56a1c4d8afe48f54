import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { useState } from 'react'
import style from '#ui/theme/number.module.css'
import { writeClipboard } from './clipboard.ts'

/** Copies a text and confirms it; `isNamed`: the main action of its place, with a label. */
export function CopyButton({ text, label = '复制', isNamed = false }: { text: string; label?: string; isNamed?: boolean }) {
  const [isCopied, setCopied] = useState(false)
  const { message } = App.useApp()
  const copy = async () => {
    const isDone = await writeClipboard(text)
    if (!isDone) return message.error('浏览器不允许复制，请手动选择后复制')
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
    return message.success('已复制')
  }
  const icon = isCopied ? <CheckOutlined /> : <CopyOutlined />
  if (isNamed)
    return (
      <Button type="primary" icon={icon} onClick={() => void copy()}>
        {label}
      </Button>
    )
  // A screen reader should say which id it is, but not a page of code.
  const heard = text.length > 80 ? label : `${label} ${text}`
  return <Button type="text" size="small" icon={icon} aria-label={heard} title={label} onClick={() => void copy()} />
}

/** An id, shortened in the middle when long, whole on hover, with a copy button. */
export function CopyableId({ id, most = 14 }: { id: string; most?: number }) {
  const shown = id.length <= most ? id : `${id.slice(0, most - 7)}…${id.slice(-6)}`
  return (
    <span className={style.id}>
      <code title={id}>{shown}</code>
      <CopyButton text={id} />
    </span>
  )
}

/** The object of an audit log line: its name, or its number if it has none. */
export const ObjectText = ({ text }: { text: string }) =>
  /^[a-z]+_[0-9a-z]{26}$/.test(text) ? (
    <CopyableId id={text} />
  ) : (
    <span className={style.clamp} title={text}>
      {text}
    </span>
  )
