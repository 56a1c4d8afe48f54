import { App, Button, Input, Radio } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea.js'
import { useRef, useState } from 'react'
import { checkTemplateText } from '#contract/content-check.ts'
import { signatureCalls } from '#contract/signature.ts'
import { messageKinds, templateCalls, templateNameRule, templateRemarkRule, templateTextRule } from '#contract/template.ts'
import { type MessageKind, type TemplateVariable, variablesOf } from '#contract/template-text.ts'
import { limits } from '#values/limits.ts'
import { useAct, useCall } from '../../call.ts'
import { DetailDrawer } from '../../ui/DetailDrawer.tsx'
import { Field, FieldsBeside } from '../../ui/Field.tsx'
import { Findings } from '../../ui/Findings.tsx'
import { FormRefusal } from '../../ui/FormRefusal.tsx'
import { ruleMessage } from '../../ui/form-rules.ts'
import { PhonePreview } from '../../ui/PhonePreview.tsx'
import { useLeave } from '../review/use-leave.ts'
import style from './Template.module.css'
import { kindHints, newVariable, previewsOf, type TemplateRow, templateAnswers } from './template.ts'
import { VariableList } from './VariableList.tsx'

const formId = 'template-form'
const kindOptions = Object.entries(messageKinds).map(([value, label]) => ({ value: value as MessageKind, label }))

interface Draft {
  name: string
  kind: MessageKind
  text: string
  remark: string
  /** Also of names that the text has lost: they come back as they were. */
  variables: Record<string, TemplateVariable>
}
const emptyDraft: Draft = { name: '', kind: 'notice', text: '', remark: '', variables: {} }
const draftOf = ({ name, kind, text, remark, variables }: TemplateRow): Draft => ({
  name,
  kind,
  text,
  remark,
  variables: Object.fromEntries(variables.map(variable => [variable.name, variable])),
})

/** 新建 or 修改 a template: what staff would object to is said as one types, beside the message as it will look. */
export function TemplateForm({ row, onClose }: { row: TemplateRow | null; onClose: () => void }) {
  const { message } = App.useApp()
  const [first] = useState(() => (row ? draftOf(row) : emptyDraft))
  const [draft, setDraft] = useState(first)
  const [isTried, setTried] = useState(false)
  const textArea = useRef<TextAreaRef>(null)
  const change = (next: Partial<Draft>) => {
    setDraft({ ...draft, ...next })
    if (act.error) act.reset()
  }
  const options = {
    invalidates: templateAnswers,
    onDone: (_: unknown, input: { isSubmitted: boolean }) => {
      void message.success(input.isSubmitted ? '已提交审核' : '已存为草稿')
      onClose()
    },
  }
  const create = useAct(templateCalls.create, options)
  const edit = useAct(templateCalls.edit, options)
  const act = row ? edit : create
  const leave = useLeave(JSON.stringify(draft) !== JSON.stringify(first), onClose)
  const signatures = useCall(signatureCalls.list, { state: 'approved', pageSize: 1 })

  const { name, kind, text, remark } = draft
  const variables = variablesOf(text).map(one => draft.variables[one] ?? newVariable(one))
  const findings = text === '' ? [] : checkTemplateText({ kind, text, variables })
  const nameError = isTried || name.length > limits.templateNameCharacters ? ruleMessage(templateNameRule, name) : null
  const textError = isTried || text.length > limits.templateTextCharacters ? ruleMessage(templateTextRule, text) : null
  const remarkError = ruleMessage(templateRemarkRule, remark)

  const save = (isSubmitted: boolean) => {
    setTried(true)
    if (ruleMessage(templateNameRule, name) !== null) return document.getElementById('template-name')?.focus()
    const isBad = ruleMessage(templateTextRule, text) !== null || (isSubmitted && findings.some(finding => finding.level === 'refuse'))
    if (isBad) return textArea.current?.focus()
    if (remarkError !== null) return
    const input = { name, kind, text, variables, remark, isSubmitted }
    if (row) edit.mutate({ ...input, templateId: row.templateId })
    else create.mutate(input)
  }

  const insert = () => {
    const place = textArea.current?.resizableTextArea?.textArea
    const at = place?.selectionStart ?? text.length
    const isFirstCode = kind === 'code' && !variables.some(variable => variable.kind === 'code')
    const names = new Set(variables.map(variable => variable.name))
    let added = isFirstCode && !names.has('code') ? 'code' : 'name'
    for (let number = 2; names.has(added); number += 1) added = `name${number}`
    const end = at + added.length + 3
    change({ text: `${text.slice(0, at)}\${${added}}${text.slice(place?.selectionEnd ?? at)}` })
    // The name is chosen, so that typing replaces it.
    requestAnimationFrame(() => {
      place?.focus()
      place?.setSelectionRange(at + 2, end - 1)
    })
  }

  return (
    <DetailDrawer
      isOpen
      onClose={leave}
      title={row ? '修改模板' : '新建模板'}
      actions={
        <>
          <Button onClick={() => save(false)} loading={act.isPending && act.variables?.isSubmitted === false}>
            存为草稿
          </Button>
          <Button type="primary" htmlType="submit" form={formId} loading={act.isPending && act.variables?.isSubmitted === true}>
            提交审核
          </Button>
        </>
      }
    >
      {row?.reason ? <FormRefusal error={{ message: `上次未通过的原因：${row.reason}` }} /> : null}
      <form
        id={formId}
        onSubmit={event => {
          event.preventDefault()
          save(true)
        }}
      >
        <FieldsBeside
          aside={
            <PhonePreview
              messages={previewsOf({ signatureText: signatures.data?.rows[0]?.text ?? '签名', kind, text, variables })}
              note="含签名和自动加上的退订方式；变量用示例代替。"
            />
          }
        >
          <Field
            label="模板名称"
            id="template-name"
            error={nameError}
            hint="只给自己看"
            count={{ length: name.trim().length, most: limits.templateNameCharacters }}
          >
            {control => (
              <Input
                {...control}
                autoFocus
                placeholder="例如：发货提醒"
                value={name}
                onChange={event => change({ name: event.target.value })}
              />
            )}
          </Field>
          <Field label="类型" isGroup hint={kindHints[kind]}>
            {() => <Radio.Group value={kind} options={kindOptions} onChange={event => change({ kind: event.target.value })} />}
          </Field>
          <Field
            label="内容"
            error={textError}
            hint="不用填写签名；变量写成${名称}，例如${name}"
            count={{ length: text.length, most: limits.templateTextCharacters }}
          >
            {control => (
              <>
                <Input.TextArea
                  {...control}
                  ref={textArea}
                  autoSize={{ minRows: 4, maxRows: 10 }}
                  value={text}
                  onChange={event => change({ text: event.target.value })}
                />
                <Button size="small" className={style.insert} onClick={insert}>
                  插入变量
                </Button>
              </>
            )}
          </Field>
          {findings.length > 0 ? (
            <div className={style.findings} aria-live="polite">
              <Findings findings={findings} />
            </div>
          ) : null}
          {variables.length > 0 ? (
            <Field label="变量" isGroup hint="发送时，不符合类型或超过长度的值会被拦下">
              {() => (
                <VariableList
                  variables={variables}
                  onChange={variable => change({ variables: { ...draft.variables, [variable.name]: variable } })}
                />
              )}
            </Field>
          ) : null}
          <Field
            label="申请说明"
            isOptional
            error={remarkError}
            hint="写明什么时候发给谁；带链接或电话时写明归属，审核更快"
            count={{ length: remark.length, most: limits.remarkCharacters }}
          >
            {control => <Input.TextArea {...control} rows={3} value={remark} onChange={event => change({ remark: event.target.value })} />}
          </Field>
        </FieldsBeside>
      </form>
      <FormRefusal error={act.error} />
    </DetailDrawer>
  )
}
