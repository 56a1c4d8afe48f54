import { type ReactNode, useState } from 'react'
import { initialSettings } from '#contract/account/setting.ts'
import layout from '#ui/theme/layout.module.css'
import { segmentCount } from '#values/segment.ts'
import style from './PhonePreview.module.css'

export interface PreviewMessage {
  /** Label where there are several: 「最长」「最短」. */
  label?: string
  /** The sent text, including signature and opt-out line; empty while there is nothing to show. */
  content: string
}

interface PhonePreviewProps {
  /** One, or several to choose from. */
  messages: PreviewMessage[]
  /** The sender number that the phone shows. */
  sender?: string
  note?: ReactNode
  /** Why there is nothing to show. */
  emptyText?: string
  /** Limit of the longest message. */
  maxUnits?: number
}

/** Preview of a message on a phone, with its number of segments. */
export function PhonePreview({
  messages,
  sender = '106…',
  note,
  emptyText = '内容会显示在这里',
  maxUnits = initialSettings.messageUnits,
}: PhonePreviewProps) {
  const [chosen, setChosen] = useState(0)
  const message = messages[chosen] ?? messages[0]
  return (
    <section className={layout.shrink} aria-label="短信预览">
      {messages.length > 1 ? (
        <div className={style.choice}>
          {messages.map(({ label }, index) => (
            <button key={label} type="button" aria-pressed={index === chosen} onClick={() => setChosen(index)}>
              {label}
            </button>
          ))}
        </div>
      ) : null}
      <div className={style.phone}>
        <p className={style.sender}>{sender}</p>
        {message?.content ? <p className={style.bubble}>{message.content}</p> : <p className={style.empty}>{emptyText}</p>}
      </div>
      <Count length={message?.content.length ?? 0} maxUnits={maxUnits} />
      {note ? <p className={style.note}>{note}</p> : null}
    </section>
  )
}

function Count({ length, maxUnits }: { length: number; maxUnits: number }) {
  if (length > maxUnits)
    return (
      <p className={style.over} aria-live="polite">
        {length} 字，超过 {maxUnits} 字的短信不能发送
      </p>
    )
  return (
    <p className={style.count} aria-live="polite">
      <b>{length}</b> 字 · 计 <b>{segmentCount(length)}</b> 条
    </p>
  )
}
