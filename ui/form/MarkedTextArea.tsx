import { Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea.js'
import { type ClipboardEvent, type RefObject, useRef } from 'react'
import type { Finding } from '#contract/content/finding.ts'
import type { FieldControl } from './Field.tsx'
import { piecesOf } from './MarkedText.tsx'
import style from './MarkedTextArea.module.css'

interface MarkedTextAreaProps {
  control: FieldControl
  area: RefObject<TextAreaRef | null>
  value: string
  findings: readonly Finding[]
  onChange: (value: string) => void
  onPaste?: (event: ClipboardEvent<HTMLTextAreaElement>) => void
}

/**
 * Text area with underlined findings while typing: the same text is behind the field, invisible except for its marks.
 */
export function MarkedTextArea({ control, area, value, findings, onChange, onPaste }: MarkedTextAreaProps) {
  const behind = useRef<HTMLDivElement>(null)
  return (
    <div className={style.place}>
      <div ref={behind} className={style.behind} aria-hidden="true">
        {piecesOf(value, findings).map(({ from, text, level }) => (
          <span key={from} data-level={level ?? undefined}>
            {text}
          </span>
        ))}
        {/* An empty last line has its height too. */}
        {'\u200b'}
      </div>
      <Input.TextArea
        {...control}
        ref={area}
        className={style.field}
        autoSize={{ minRows: 4, maxRows: 10 }}
        value={value}
        onChange={event => onChange(event.target.value)}
        onPaste={onPaste}
        onScroll={event => {
          if (behind.current) behind.current.scrollTop = event.currentTarget.scrollTop
        }}
      />
    </div>
  )
}
