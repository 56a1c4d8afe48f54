import { lengthsOf } from '#contract/content/content-check.ts'
import { composeContent, type MessageKind, renderTemplate, type TemplateVariable, variableKinds } from '#contract/content/template-text.ts'
import { exampleOf } from '#contract/variable-example.ts'
import { segmentCount } from '#values/segment.ts'
import type { TemplateRow } from './noun.ts'

export const kindHints: Record<MessageKind, string> = {
  otp: '登录、注册等验证码：须有一个“验证码”变量，不能带链接和推广内容。',
  transactional: '订单、物流、提醒等通知：不能带推广内容和退订说明。',
  marketing: '促销、会员活动：只在08:00-21:00发送，末尾须有退订方式，没有会自动加上。',
}

/** What the form holds. */
export interface TemplateDraft {
  name: string
  kind: MessageKind
  text: string
  remark: string
  /** Also of names that were removed from the text: they keep their settings. */
  variables: Record<string, TemplateVariable>
}
export const emptyDraft: TemplateDraft = { name: '', kind: 'transactional', text: '', remark: '', variables: {} }
export const draftOf = ({ name, kind, text, remark, variables }: TemplateRow): TemplateDraft => ({
  name,
  kind,
  text,
  remark,
  variables: Object.fromEntries(variables.map(variable => [variable.name, variable])),
})

/** Name of another variable: the code first in a code template. */
export function nextVariableName(kind: MessageKind, variables: readonly TemplateVariable[]): string {
  const names = new Set(variables.map(variable => variable.name))
  const lacksCode = kind === 'otp' && !variables.some(variable => variable.kind === 'code')
  if (lacksCode && !names.has('code')) return 'code'
  if (!names.has('name')) return 'name'
  let number = 2
  while (names.has(`name${number}`)) number += 1
  return `name${number}`
}

/** A value of a variable's maximum length, made from its example. */
const longest = ({ kind, maxLength }: TemplateVariable) => variableKinds[kind].example.repeat(maxLength).slice(0, maxLength)

interface Shown {
  signatureText: string
  kind: MessageKind
  text: string
  variables: readonly TemplateVariable[]
}

/** The message with the examples of its variables, and with their maximum lengths. */
export function previewsOf({ signatureText, kind, text, variables }: Shown) {
  if (text === '') return [{ content: '' }]
  const withValues = (fill: (variable: TemplateVariable) => string) =>
    composeContent(signatureText, renderTemplate(text, variables, variables.map(fill)), kind)
  const typical = { label: '示例', content: withValues(variable => exampleOf(variable, text)) }
  return variables.length === 0 ? [typical] : [typical, { label: '变量最长', content: withValues(longest) }]
}

/** The minimum and maximum number of segments: 「1 条」 or 「1–2 条」. */
export function segmentRange({ signatureText, ...template }: Shown): string {
  if (template.text === '') return ''
  const { shortest, longest } = lengthsOf(template, signatureText)
  const [fewest, most] = [segmentCount(shortest), segmentCount(longest)]
  return fewest === most ? `${fewest} 条` : `${fewest}–${most} 条`
}
