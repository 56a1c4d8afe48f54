import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { reviewActs, reviewedDetail, reviewedListInput, reviewedPageOf, reviewedRow, reviewState } from './review-calls.ts'
import { checkValue, variableKinds } from './template-text.ts'

/** Purpose of a message: it determines send hours, blacklist, package and allowed content. */
export const messageKinds = { otp: '验证码', transactional: '通知', marketing: '推广' } as const
const kind = z.enum(['otp', 'transactional', 'marketing'])
const variableKind = z.enum(keysOf(variableKinds))

export const templateNameRule = textOf('模板名称', limits.templateNameCharacters)
export const templateRemarkRule = textOf('申请说明', limits.remarkCharacters, 0)
/** Not trimmed: spaces are counted and sent as they are. */
export const templateTextRule = z
  .string()
  .min(1, '请填写模板内容')
  .max(limits.templateTextCharacters, `模板内容不能超过${limits.templateTextCharacters}个字`)

const variable = z.object({
  name: z.string().max(50),
  kind: variableKind,
  maxLength: z.number().int().min(1),
  /** An example value, for reviewers and previews; unset: the kind's own. */
  example: z.string().max(limits.templateTextCharacters).optional(),
})
/** Variables in the order of the text. */
export const templateVariables = z
  .array(variable)
  .max(limits.templateVariables, `最多${limits.templateVariables}个变量`)
  .superRefine((variables, context) => {
    for (const [index, one] of variables.entries()) {
      const { most } = variableKinds[one.kind]
      if (one.maxLength > most)
        context.addIssue({ code: 'custom', path: [index, 'maxLength'], message: `变量“${one.name}”最长${most}个字符` })
      const problem = one.example ? checkValue(one, one.example) : null
      if (problem) context.addIssue({ code: 'custom', path: [index, 'example'], message: `变量“${one.name}”的示例${problem}` })
    }
  })

const row = z.object({
  templateId: idOf('template'),
  /** SMS_ and digits: how programs name it. */
  code: z.string(),
  name: z.string(),
  kind,
  text: z.string(),
  variables: z.array(variable),
  ...reviewedRow,
})

const one = z.object({ templateId: idOf('template') })
const changed = one.extend({ state: reviewState })
const content = z.object({
  name: templateNameRule,
  kind,
  text: templateTextRule,
  variables: templateVariables,
  remark: templateRemarkRule,
  /** Submitted for review at once; otherwise saved as a draft. */
  isSubmitted: z.boolean(),
})

/** Upload of a table of templates as bytes; each valid row becomes a draft. */
export const templateFileRoute = {
  method: 'POST',
  path: '/api/templates/file',
  summary: '批量导入模板',
  audience: member('template.write'),
  fileNameHeader: 'x-file-name',
  answer: z.object({
    fileName: z.string(),
    rows: z.array(
      z.object({
        line: z.number().int(),
        name: z.string(),
        /** Null: no draft was created, and `problem` says why. */
        templateId: idOf('template').nullable(),
        problem: z.string().nullable(),
        /** Findings that prevent the draft's submission. */
        refusedCount: z.number().int(),
      }),
    ),
  }),
} as const

/** Other orders of the list than the newest first. */
export const templateOrder = z.enum(['name', 'used'])
export type TemplateOrder = z.output<typeof templateOrder>

export const templateCalls = {
  list: get('/api/templates', '模板列表', member('template.read'), {
    input: reviewedListInput.extend({ kind: kind.optional(), order: templateOrder.optional() }),
    answer: reviewedPageOf(row),
  }),
  one: get('/api/templates/one', '模板详情', member('template.read'), {
    input: one,
    answer: row.extend(reviewedDetail),
    refusals: ['not_found'],
  }),
  create: post('/api/templates/create', '新建模板', member('template.write'), {
    input: content,
    answer: changed,
    refusals: ['too_many', 'template_text_invalid'],
    once: true,
  }),
  copy: post('/api/templates/copy', '复制模板', member('template.write'), {
    input: one,
    answer: changed,
    refusals: ['not_found', 'too_many'],
    once: true,
  }),
  edit: post('/api/templates/edit', '修改模板', member('template.write'), {
    input: content.extend(one.shape),
    answer: changed,
    refusals: ['not_found', 'state_forbids', 'template_text_invalid'],
  }),
  /** Sent to the phone of the requesting member, charged like any message. */
  tryOut: post('/api/templates/try-out', '试发模板', member('broadcast.write'), {
    input: one.extend({ signatureId: idOf('signature'), values: z.array(z.string().max(limits.templateTextCharacters)) }),
    answer: z.object({
      /** Masked. */
      phone: z.string(),
      segmentCount: z.number().int(),
      /** When marketing may be sent again; null: it is on its way. */
      heldUntil: moment.nullable(),
    }),
    refusals: [
      'not_found',
      'template_not_approved',
      'signature_not_approved',
      'account_not_attested',
      'account_frozen',
      'parameter_missing',
      'parameter_invalid',
      'message_too_long',
      'phone_invalid',
      'phone_blacklisted',
      'frequency_exceeded',
      'balance_insufficient',
      'account_in_arrears',
      'spend_cap_reached',
      'too_many_requests',
    ],
    once: true,
  }),
  ...reviewActs('/api/templates', '模板', 'template.write', one, ['template_text_invalid']),
}
