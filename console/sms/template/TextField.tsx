import { App, Button } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea.js'
import { type ClipboardEvent, useRef } from 'react'
import type { Finding } from '#contract/content/finding.ts'
import { convertSyntax } from '#contract/content/template-variable.ts'
import { Field } from '#ui/form/Field.tsx'
import { MarkedTextArea } from '#ui/form/MarkedTextArea.tsx'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'

interface TextFieldProps {
  text: string
  error: string | null
  findings: readonly Finding[]
  /** The name of the next new variable. */
  nextName: string
  onChange: (text: string) => void
}

/** The text of a template with underlined findings, and a button that inserts a variable at the caret. */
export function TextField({ text, error, findings, nextName, onChange }: TextFieldProps) {
  const { message } = App.useApp()
  const area = useRef<TextAreaRef>(null)
  const place = () => area.current?.resizableTextArea?.textArea
  const put = (words: string): number => {
    const from = place()?.selectionStart ?? text.length
    const to = place()?.selectionEnd ?? from
    onChange(text.slice(0, from) + words + text.slice(to))
    return from
  }
  const choose = (from: number, to: number) =>
    requestAnimationFrame(() => {
      place()?.focus()
      place()?.setSelectionRange(from, to)
    })
  const insert = () => {
    const from = put(`\${${nextName}}`)
    // The name is selected, so that typing replaces it.
    choose(from + 2, from + 2 + nextName.length)
  }
  /** A pasted template of another platform is converted to our syntax at once. */
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    const converted = convertSyntax(pasted)
    if (converted === pasted) return
    event.preventDefault()
    const end = put(converted) + converted.length
    choose(end, end)
    void message.info('已把其他平台的变量写法转换为 ${名称}')
  }
  const converted = convertSyntax(text)
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
          <MarkedTextArea control={control} area={area} value={text} findings={findings} onChange={onChange} onPaste={paste} />
          <div className={`${layout.above8} ${layout.row}`}>
            <Button size="small" onClick={insert}>
              插入变量
            </Button>
            {converted === text ? null : (
              <Button size="small" onClick={() => onChange(converted)}>
                转换变量写法
              </Button>
            )}
          </div>
        </>
      )}
    </Field>
  )
}
