import { Button, Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea.js'
import { useRef } from 'react'
import { limits } from '#values/limits.ts'
import { Field } from '../../ui/Field.tsx'
import style from './Template.module.css'

interface TextFieldProps {
  text: string
  error: string | null
  /** The name that a new variable gets. */
  nextName: string
  onChange: (text: string) => void
}

/** The text of a template, with a button that puts a variable where the caret stands. */
export function TextField({ text, error, nextName, onChange }: TextFieldProps) {
  const area = useRef<TextAreaRef>(null)
  const insert = () => {
    const place = area.current?.resizableTextArea?.textArea
    const from = place?.selectionStart ?? text.length
    const to = place?.selectionEnd ?? from
    onChange(`${text.slice(0, from)}\${${nextName}}${text.slice(to)}`)
    // The name is chosen, so that typing replaces it.
    requestAnimationFrame(() => {
      place?.focus()
      place?.setSelectionRange(from + 2, from + 2 + nextName.length)
    })
  }
  return (
    <Field
      label="内容"
      id="template-text"
      error={error}
      hint="不用填写签名；变量写成${名称}，例如${name}"
      count={{ length: text.length, most: limits.templateTextCharacters }}
    >
      {control => (
        <>
          <Input.TextArea
            {...control}
            ref={area}
            autoSize={{ minRows: 4, maxRows: 10 }}
            value={text}
            onChange={event => onChange(event.target.value)}
          />
          <Button size="small" className={style.insert} onClick={insert}>
            插入变量
          </Button>
        </>
      )}
    </Field>
  )
}
