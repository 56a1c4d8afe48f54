import { useState } from 'react'
import { checkTemplateText } from '#contract/content/content-check.ts'
import { templateCalls, templateNameRule, templateRemarkRule, templateTextRule } from '#contract/content/template.ts'
import { checkValue } from '#contract/content/template-text.ts'
import { variablesIn } from '#contract/content/template-variable.ts'
import { PhonePreview } from '#ui/display/PhonePreview.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { useSettings } from '#ui/form/settings.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { limits } from '#values/limits.ts'
import { ReviewForm } from '../review/ReviewForm.tsx'
import { useServerFindings } from '../review/use-check.ts'
import { type TemplateRow, templateAnswers } from './noun.ts'
import { TemplateFields } from './TemplateFields.tsx'
import { draftOf, emptyDraft, previewsOf, segmentRange, type TemplateDraft } from './template.ts'
import { useOwnSignature } from './use-own-signature.ts'

const problemsOf = ({ name, text, remark }: TemplateDraft) => ({
  name: ruleMessage(templateNameRule, name),
  text: ruleMessage(templateTextRule, text),
  remark: ruleMessage(templateRemarkRule, remark),
})

/** 新建 or 修改 a template: reviewers' likely objections show while typing, beside a preview of the message. */
export function TemplateForm({ row, firstText = '', onClose }: { row: TemplateRow | null; firstText?: string; onClose: () => void }) {
  const [first] = useState(() => (row ? draftOf(row) : { ...emptyDraft, text: firstText.slice(0, limits.templateTextCharacters) }))
  const [draft, setDraft] = useState(first)
  const [isTried, setTried] = useState(false)
  const options = {
    invalidates: templateAnswers,
    done: (_: unknown, input: { isSubmitted: boolean }) => (input.isSubmitted ? '已提交审核' : '已存为草稿'),
    onClose,
  }
  const create = useDialogAct(templateCalls.create, options)
  const edit = useDialogAct(templateCalls.edit, options)
  const act = row ? edit : create
  const signatureText = useOwnSignature()
  const { messageUnits } = useSettings()

  const { name, kind, text, remark } = draft
  const variables = variablesIn(text, draft.variables)
  const words = useServerFindings(kind, text)
  const findings = text === '' ? [] : [...checkTemplateText({ kind, text, variables }, messageUnits), ...words]
  const wrongExample = variables.find(variable => variable.example && checkValue(variable, variable.example) !== null)
  const problems = problemsOf(draft)
  const shown = { signatureText, kind, text, variables }

  const save = (isSubmitted: boolean) => {
    setTried(true)
    if (problems.name !== null) return document.getElementById('template-name')?.focus()
    const isRefused = isSubmitted && findings.some(finding => finding.level === 'refuse')
    if (problems.text !== null || isRefused) return document.getElementById('template-text')?.focus()
    if (problems.remark !== null || wrongExample) return
    const input = { name, kind, text, variables, remark, isSubmitted }
    if (row) edit.mutate({ ...input, templateId: row.templateId })
    else create.mutate(input)
  }

  return (
    <ReviewForm
      id="template-form"
      title={row ? '修改模板' : '新建模板'}
      reason={row?.reason}
      isChanged={JSON.stringify(draft) !== JSON.stringify(first)}
      act={act}
      onSave={save}
      onClose={onClose}
      preview={
        <PhonePreview
          maxUnits={messageUnits}
          messages={previewsOf(shown)}
          note={`含签名和自动加上的退订方式；变量用示例代替。${text === '' ? '' : `按变量长短，计 ${segmentRange(shown)}。`}`}
        />
      }
      error={act.error}
    >
      <TemplateFields
        draft={draft}
        variables={variables}
        findings={findings}
        errors={{
          name: isTried || name.length > limits.templateNameCharacters ? problems.name : null,
          text: isTried || text.length > limits.templateTextCharacters ? problems.text : null,
          remark: problems.remark,
        }}
        onChange={change => {
          setDraft(before => ({ ...before, ...change }))
          if (act.error) act.reset()
        }}
      />
    </ReviewForm>
  )
}
