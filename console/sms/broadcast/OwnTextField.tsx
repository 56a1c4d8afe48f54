import { Button, Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea.js'
import { useEffect, useRef } from 'react'
import { checkTemplateText } from '#contract/content/content-check.ts'
import { ownLinkName, ownVariables } from '#contract/content/template-variable.ts'
import { Findings } from '#ui/display/Findings.tsx'
import { Field } from '#ui/form/Field.tsx'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import style from './Broadcast.module.css'

interface OwnTextFieldProps {
  text: string
  onChange: (text: string) => void
  /** Why it can't be submitted, or null. */
  onProblem: (problem: string | null) => void
}

/** A marketing text written for this broadcast: findings of the check show while typing. */
export function OwnTextField({ text, onChange, onProblem }: OwnTextFieldProps) {
  const findings = text === '' ? [] : checkTemplateText({ kind: 'marketing', text, variables: ownVariables(text) })
  const isRefused = findings.some(finding => finding.level === 'refuse')
  useEffect(() => {
    onProblem(isRefused ? '请按提示修改内容' : null)
    return () => onProblem(null)
  }, [isRefused, onProblem])
  const area = useRef<TextAreaRef>(null)
  const linkSign = `\${${ownLinkName}}`
  const insertLink = () => {
    const place = area.current?.resizableTextArea?.textArea
    const at = place?.selectionEnd ?? text.length
    // Some phones include adjacent characters in a link, even the comma before the opt-out text.
    onChange(`${text.slice(0, at)} ${linkSign} ${text.slice(at)}`)
    requestAnimationFrame(() => place?.focus())
  }
  return (
    <>
      <Field
        label="推广内容"
        hint="不用写签名，末尾没有退订方式的自动加上。每个人不同的部分写成 ${name}，下一步取自文件的列。"
        count={{ length: text.length, most: limits.templateTextCharacters }}
      >
        {({ id, status, ...described }) => (
          <Input.TextArea
            ref={area}
            id={id}
            {...described}
            status={status}
            rows={5}
            maxLength={limits.templateTextCharacters}
            value={text}
            placeholder="例如：${name}您好，本周末全场八折，凭短信到店再送小礼品。"
            onChange={event => onChange(event.target.value)}
          />
        )}
      </Field>
      <div className={`${layout.stack16} ${style.stack}`}>
        {text.includes(linkSign) ? (
          <p className={style.note}>短链在下一步选择，每个收件人收到的地址不同，谁点击了一目了然。</p>
        ) : (
          <div>
            <Button size="small" onClick={insertLink}>
              插入短链
            </Button>
          </div>
        )}
        <Findings findings={findings} />
        <p className={style.note}>
          提交后由人工审核内容，通过后自动开始发送；没有通过的不发送，费用全部退回。通过的内容会成为一个推广模板，下次可以直接用。
        </p>
      </div>
    </>
  )
}
