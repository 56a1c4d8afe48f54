import { z } from 'zod'
import type { VariableKind } from '#contract/content/template-text.ts'
import { deleteTemplate } from '#domain/content/index.ts'
import { type ProgramTemplate, programTemplates } from '#domain/messages/index.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { type VendorContext, vendorAction } from '../vendor-action.ts'
import { submitText, templateOf } from '../vendor-text.ts'
import { jsonOf } from './json.ts'
import { factLines, remarkFacts, remarkParts } from './remark.ts'
import { nothingToSay, ownTag, rejection } from './signature.ts'
import { auditStates, kindOfType, listedTypes, listPage, templateTypes } from './word.ts'

/** Kinds of variables, by the prefix of Alibaba's TemplateRule. */
const rules: [word: RegExp, kind: VariableKind][] = [
  [/^numberCaptcha|captcha/i, 'code'],
  // Landlines have a dash, licence plates the province's character.
  [/^(phone|license)/i, 'text'],
  [/^characterWithNumber|number/i, 'alphanumeric'],
  [/^time|date/i, 'time'],
  [/^money|amount/i, 'amount'],
  [/^link|url/i, 'link'],
]
/** Alibaba's TemplateRule for each kind. */
const ruleWords: Record<VariableKind, string> = {
  code: 'numberCaptcha',
  digits: 'other_number2',
  alphanumeric: 'other_number2',
  amount: 'money',
  time: 'time',
  link: 'link_param',
  text: 'others',
}

const written = {
  TemplateName: z.string(),
  TemplateContent: z.string(),
  TemplateType: z.enum(['0', '1', '2', '3'], '须为0-3'),
  Remark: z.string().default(''),
  TemplateRule: z.string().optional(),
  ...remarkFacts,
}
const coded = { TemplateCode: z.string() }
type Written = z.output<z.ZodObject<typeof written>>
const names = { name: 'TemplateName', text: 'TemplateContent', remark: 'Remark' }

async function submit(context: VendorContext, input: Written, find?: Parameters<typeof submitText>[3]) {
  const { TemplateName: name, TemplateContent: text, TemplateType, Remark: remark, TemplateRule, ...facts } = input
  const content = { name, text, kind: kindOfType(TemplateType), remark, factLines: factLines(facts), kinds: kindsOf(TemplateRule) }
  const { templateId, code } = await submitText(context, content, names, find)
  return { TemplateCode: code, TemplateName: name, OrderId: templateId }
}

function kindsOf(rule: string | undefined): Record<string, VariableKind> {
  const words = rule === undefined ? {} : jsonOf('TemplateRule', z.record(z.string(), z.string()), rule)
  return Object.fromEntries(
    Object.entries(words).map(([name, word]) => [name, rules.find(([pattern]) => pattern.test(word))?.[1] ?? 'text'] as const),
  )
}

const create = vendorAction('template', written, (context, input) => submit(context, input))
const edit = vendorAction('template', { ...written, ...coded }, (context, input) =>
  submit(context, input, tx => templateOf(tx, context.caller.account, input.TemplateCode)),
)

export const templateActions = {
  AddSmsTemplate: create,
  CreateSmsTemplate: create,
  ModifySmsTemplate: edit,
  UpdateSmsTemplate: edit,
  DeleteSmsTemplate: vendorAction('template', coded, async ({ act, caller: { account } }, { TemplateCode }) => {
    await act(async (tx, by) =>
      deleteTemplate(tx, account, { ...by, templateId: (await templateOf(tx, account, TemplateCode)).templateId }),
    )
    return { TemplateCode }
  }),
  QuerySmsTemplate: vendorAction('template', coded, async ({ read, caller: { account } }, { TemplateCode }) => {
    const one = await read(tx => templateOf(tx, account, TemplateCode))
    return {
      ...shown(one),
      TemplateStatus: auditStates[one.state].number,
      TemplateType: templateTypes[one.kind],
      Reason: one.reason || nothingToSay,
    }
  }),
  GetSmsTemplate: vendorAction('template', coded, async ({ read, caller: { account } }, { TemplateCode }) => {
    const one = await read(tx => templateOf(tx, account, TemplateCode))
    const { remark, facts } = remarkParts(one.remark)
    return {
      ...shown(one),
      TemplateTag: ownTag,
      TemplateStatus: String(auditStates[one.state].number),
      TemplateType: String(templateTypes[one.kind]),
      OrderId: one.templateId,
      Remark: remark,
      RelatedSignName: facts.RelatedSignName ?? '',
      ApplyScene: facts.ApplySceneContent ?? '',
      VariableAttribute: JSON.stringify(Object.fromEntries(one.variables.map(({ name, kind }) => [name, ruleWords[kind]]))),
      AuditInfo: { ...(one.reviewedAt ? { AuditDate: formatChinaTime(one.reviewedAt) } : {}), RejectInfo: one.reason ?? '' },
    }
  }),
  QuerySmsTemplateList: vendorAction('template', listPage, async ({ read, caller: { account } }, { PageIndex, PageSize }) => {
    const page = { offset: (PageIndex - 1) * PageSize, limit: PageSize }
    const { total, rows } = await read(tx => programTemplates(tx, account, page))
    return { SmsTemplateList: rows.map(listed), TotalCount: total, CurrentPage: PageIndex, PageSize }
  }),
}

const shown = ({ code, name, text, createdAt }: ProgramTemplate) => ({
  TemplateCode: code,
  TemplateName: name,
  TemplateContent: text,
  CreateDate: formatChinaTime(createdAt),
})

const listed = (one: ProgramTemplate) => ({
  ...shown(one),
  AuditStatus: auditStates[one.state].word,
  TemplateType: listedTypes[one.kind],
  OuterTemplateType: templateTypes[one.kind],
  OrderId: one.templateId,
  SignatureName: remarkParts(one.remark).facts.RelatedSignName ?? '',
  Reason: rejection(one),
})
