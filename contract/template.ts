import { z } from 'zod'
import { limits } from '#values/limits.ts'
import { call, member } from './call.ts'
import { textOf } from './rules.ts'
import { idOf, moment } from './scalars.ts'
import { history, reviewedListInput, reviewedPageOf, reviewState } from './signature.ts'
import { type VariableKind, variableKinds } from './template-text.ts'

/** What a message is for: it decides hours, blacklist, package and what its text may say. */
export const messageKinds = { code: '验证码', notice: '通知', marketing: '推广' } as const
const kind = z.enum(['code', 'notice', 'marketing'])
const variableKind = z.enum(Object.keys(variableKinds) as [VariableKind, ...VariableKind[]])

export const templateNameRule = textOf('模板名称', limits.templateNameCharacters)
export const templateRemarkRule = textOf('申请说明', limits.remarkCharacters, 0)
/** Not trimmed: spaces are counted and sent as they are. */
export const templateTextRule = z
  .string()
  .min(1, '请填写模板内容')
  .max(limits.templateTextCharacters, `模板内容不能超过${limits.templateTextCharacters}个字`)

/** Variables in the order of the text. */
export const templateVariables = z
  .array(z.object({ name: z.string().max(50), kind: variableKind, maxLength: z.number().int().min(1) }))
  .max(limits.templateVariables, `最多${limits.templateVariables}个变量`)
  .superRefine((variables, context) => {
    for (const [index, { name, kind, maxLength }] of variables.entries()) {
      const { most } = variableKinds[kind]
      if (maxLength > most) context.addIssue({ code: 'custom', path: [index, 'maxLength'], message: `变量“${name}”最长${most}个字符` })
    }
  })

const row = z.object({
  templateId: idOf('template'),
  /** SMS_ and digits: how programs name it. */
  code: z.string(),
  name: z.string(),
  kind,
  text: z.string(),
  variables: z.array(z.object({ name: z.string(), kind: variableKind, maxLength: z.number().int() })),
  remark: z.string(),
  state: reviewState,
  reason: z.string().nullable(),
  createdAt: moment,
  submittedAt: moment.nullable(),
  reviewedAt: moment.nullable(),
})

const one = z.object({ templateId: idOf('template') })
const changed = one.extend({ state: reviewState })
const content = z.object({
  name: templateNameRule,
  kind,
  text: templateTextRule,
  variables: templateVariables,
  remark: templateRemarkRule,
  /** Submitted for review at once; otherwise kept as it is. */
  isSubmitted: z.boolean(),
})

export const templateCalls = {
  list: call({
    method: 'GET',
    path: '/api/templates',
    summary: '模板列表',
    audience: member('template.read'),
    input: reviewedListInput.extend({ kind: kind.optional() }),
    answer: reviewedPageOf(row),
    refusals: [],
  }),
  one: call({
    method: 'GET',
    path: '/api/templates/one',
    summary: '模板详情',
    audience: member('template.read'),
    input: one,
    answer: row.extend({ history, /** Broadcasts that aren't finished. */ usedBy: z.array(z.string()) }),
    refusals: ['not_found'],
  }),
  create: call({
    method: 'POST',
    path: '/api/templates/create',
    summary: '新建模板',
    audience: member('template.write'),
    input: content,
    answer: changed,
    refusals: ['too_many', 'template_text_invalid'],
    once: true,
  }),
  copy: call({
    method: 'POST',
    path: '/api/templates/copy',
    summary: '复制模板',
    audience: member('template.write'),
    input: one,
    answer: changed,
    refusals: ['not_found', 'too_many'],
    once: true,
  }),
  edit: call({
    method: 'POST',
    path: '/api/templates/edit',
    summary: '修改模板',
    audience: member('template.write'),
    input: content.extend(one.shape),
    answer: changed,
    refusals: ['not_found', 'state_forbids', 'template_text_invalid'],
  }),
  submit: call({
    method: 'POST',
    path: '/api/templates/submit',
    summary: '提交模板审核',
    audience: member('template.write'),
    input: one,
    answer: changed,
    refusals: ['not_found', 'state_forbids', 'template_text_invalid'],
  }),
  withdraw: call({
    method: 'POST',
    path: '/api/templates/withdraw',
    summary: '撤回模板审核',
    audience: member('template.write'),
    input: one,
    answer: changed,
    refusals: ['not_found', 'state_forbids'],
  }),
  disable: call({
    method: 'POST',
    path: '/api/templates/disable',
    summary: '停用模板',
    audience: member('template.write'),
    input: one,
    answer: changed,
    refusals: ['not_found', 'state_forbids', 'in_use'],
  }),
  delete: call({
    method: 'POST',
    path: '/api/templates/delete',
    summary: '删除模板',
    audience: member('template.write'),
    input: one,
    answer: changed,
    refusals: ['not_found', 'state_forbids', 'in_use'],
  }),
}
