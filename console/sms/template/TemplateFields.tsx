import { Input, Radio } from 'antd'
import { CapabilityNote } from '#console/shared/CapabilityNote.tsx'
import type { Finding } from '#contract/content/finding.ts'
import { messageKinds } from '#contract/content/template.ts'
import type { TemplateVariable } from '#contract/content/template-text.ts'
import { Findings } from '#ui/display/Findings.tsx'
import { Field } from '#ui/form/Field.tsx'
import { optionsOf } from '#ui/form/options.ts'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import { IcpOffer } from './IcpOffer.tsx'
import { TextField } from './TextField.tsx'
import { kindHints, nextVariableName, type TemplateDraft } from './template.ts'
import { VariableList } from './VariableList.tsx'

const kindOptions = optionsOf(messageKinds)

interface TemplateFieldsProps {
  draft: TemplateDraft
  variables: readonly TemplateVariable[]
  findings: readonly Finding[]
  errors: { name: string | null; text: string | null; remark: string | null }
  onChange: (change: Partial<TemplateDraft>) => void
}

/** The fields of a template; findings of the check are below the text. */
export function TemplateFields({ draft, variables, findings, errors, onChange }: TemplateFieldsProps) {
  const { name, kind, text, remark } = draft
  return (
    <>
      <Field
        label="模板名称"
        id="template-name"
        error={errors.name}
        hint="只给自己看"
        count={{ length: name.trim().length, most: limits.templateNameCharacters }}
      >
        {control => (
          <Input
            {...control}
            autoFocus
            placeholder="例如：发货提醒"
            value={name}
            onChange={event => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label="类型" isGroup hint={kindHints[kind]}>
        {() => <Radio.Group value={kind} options={kindOptions} onChange={event => onChange({ kind: event.target.value })} />}
      </Field>
      {kind === 'marketing' ? <CapabilityNote capability="marketing.send" /> : null}
      <TextField
        text={text}
        error={errors.text}
        findings={findings}
        nextName={nextVariableName(kind, variables)}
        onChange={next => onChange({ text: next })}
      />
      {findings.length > 0 ? (
        <div className={layout.below16} aria-live="polite">
          <Findings findings={findings} />
        </div>
      ) : null}
      {variables.length > 0 ? (
        <Field label="变量" isGroup hint="发送时，不符合类型或超过长度的值会被拦下">
          {() => (
            <VariableList
              variables={variables}
              onChange={variable => onChange({ variables: { ...draft.variables, [variable.name]: variable } })}
            />
          )}
        </Field>
      ) : null}
      <Field
        label="申请说明"
        isOptional
        error={errors.remark}
        hint="写明什么时候发给谁；带链接或电话时写明归属，审核更快"
        count={{ length: remark.length, most: limits.remarkCharacters }}
      >
        {control => <Input.TextArea {...control} rows={3} value={remark} onChange={event => onChange({ remark: event.target.value })} />}
      </Field>
      <IcpOffer
        text={text}
        hasLinkVariable={variables.some(variable => variable.kind === 'link')}
        remark={remark}
        onRemark={next => onChange({ remark: next })}
      />
    </>
  )
}
