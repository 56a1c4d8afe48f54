import type { Got } from '#contract/call.ts'
import { templateCalls } from '#contract/template.ts'
import {
  composeContent,
  type MessageKind,
  renderTemplate,
  type TemplateVariable,
  type VariableKind,
  variableKinds,
  variablesOf,
} from '#contract/template-text.ts'
import type { AskedAct } from '../review/acts.ts'

export type TemplateRow = Got<typeof templateCalls.list>['rows'][number]

/** Answers that an act on a template changes. */
export const templateAnswers = [templateCalls.list, templateCalls.one]

export const consequences: Record<AskedAct, string> = {
  submit: '提交后由平台人工审核，审核期间不能修改，可以随时撤回。',
  withdraw: '撤回后回到草稿，修改后可以重新提交。',
  disable: '停用后不能再用它发送，也不能重新启用；需要时可以复制成新模板，重新审核。',
  delete: '删除后不能恢复，已经发送的短信和记录不受影响。',
}

export const kindHints: Record<MessageKind, string> = {
  code: '登录、注册等验证码：须有一个“验证码”变量，不能带链接和营销内容。',
  notice: '订单、物流、提醒等通知：不能带营销内容和退订说明。',
  marketing: '营销、会员活动：只在08:00-21:00发送，末尾须有退订方式，没有会自动加上。',
}

const guesses: [pattern: RegExp, kind: VariableKind][] = [
  [/code|yzm|captcha/i, 'code'],
  [/order|serial|sn$|no$/i, 'alphanumeric'],
  [/time|date|day/i, 'time'],
  [/amount|price|money|fee|balance/i, 'amount'],
  [/link|url/i, 'link'],
  [/count|minute|num|second/i, 'digits'],
]

/** A new variable as its name suggests. */
export function newVariable(name: string): TemplateVariable {
  const kind = guesses.find(([pattern]) => pattern.test(name))?.[1] ?? 'text'
  return { name, kind, maxLength: variableKinds[kind].most }
}

/** What the form holds. */
export interface TemplateDraft {
  name: string
  kind: MessageKind
  text: string
  remark: string
  /** Also of names that the text has lost: they come back as they were. */
  variables: Record<string, TemplateVariable>
}
export const emptyDraft: TemplateDraft = { name: '', kind: 'notice', text: '', remark: '', variables: {} }
export const draftOf = ({ name, kind, text, remark, variables }: TemplateRow): TemplateDraft => ({
  name,
  kind,
  text,
  remark,
  variables: Object.fromEntries(variables.map(variable => [variable.name, variable])),
})

/** The variables of the text as it stands, each as it was set or as its name suggests. */
export const variablesIn = ({ text, variables }: TemplateDraft) =>
  variablesOf(text).map(name => (Object.hasOwn(variables, name) ? variables[name]! : newVariable(name)))

/** A name for one more variable: the code of a code template first. */
export function nextVariableName(kind: MessageKind, variables: readonly TemplateVariable[]): string {
  const names = new Set(variables.map(variable => variable.name))
  const lacksCode = kind === 'code' && !variables.some(variable => variable.kind === 'code')
  if (lacksCode && !names.has('code')) return 'code'
  if (!names.has('name')) return 'name'
  let number = 2
  while (names.has(`name${number}`)) number += 1
  return `name${number}`
}

/** A value as long as a variable may be, made of its example. */
const longest = ({ kind, maxLength }: TemplateVariable) => variableKinds[kind].example.repeat(maxLength).slice(0, maxLength)
const example = ({ kind, maxLength }: TemplateVariable) => variableKinds[kind].example.slice(0, maxLength)

interface Shown {
  signatureText: string
  kind: MessageKind
  text: string
  variables: readonly TemplateVariable[]
}

/** The message that a template makes with the examples of its variables, and with their greatest lengths. */
export function previewsOf({ signatureText, kind, text, variables }: Shown) {
  if (text === '') return [{ content: '' }]
  const withValues = (fill: (variable: TemplateVariable) => string) =>
    composeContent(signatureText, renderTemplate(text, variables, variables.map(fill)), kind)
  const typical = { label: '示例', content: withValues(example) }
  return variables.length === 0 ? [typical] : [typical, { label: '变量最长', content: withValues(longest) }]
}
