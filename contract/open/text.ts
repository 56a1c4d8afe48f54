import { z } from 'zod'
import { reviewStates, shownStates } from '#contract/content/review-state.ts'
import { signatureKinds, signaturePurposes, signatureRemarkRule, signatureTextRule } from '#contract/content/signature.ts'
import { proofUses } from '#contract/content/signature-proof.ts'
import { messageKinds, templateNameRule, templateRemarkRule, templateTextRule, templateVariables } from '#contract/content/template.ts'
import { variableKinds } from '#contract/content/template-text.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { senderRegistrationStateNames } from '#contract/sender-registration/sender-registration.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { mainlandCarriers } from '#values/phone.ts'
import { exampleId, openCall } from './call.ts'
import { listFields, nextCursor } from './message.ts'

const named = (table: Record<string, string | { name: string }>) =>
  Object.entries(table)
    .map(([key, of]) => `${key} ${typeof of === 'string' ? of : of.name}`)
    .join('、')

const state = z.enum(keysOf(reviewStates)).describe(`审核状态：${named(reviewStates)}`)
const shownState = z.enum(shownStates).describe('审核状态')
const search = z.string().max(50).optional()

const signatureId = idOf('signature').describe('签名的编号')
const signatureContent = {
  text: signatureTextRule.describe('签名，2-12个字，不含【】'),
  kind: z.enum(keysOf(signatureKinds)).describe(`签名来源：${named(signatureKinds)}`),
  purpose: z.enum(keysOf(signaturePurposes)).default('own').describe('own 自用、other 他用'),
  authorizedUntil: z.iso.date().nullable().default(null).describe('他用时授权的最后一天，如2027-12-31'),
  remark: signatureRemarkRule.default('').describe('申请说明'),
  proofs: z
    .array(
      z.strictObject({
        use: z.enum(keysOf(proofUses)).describe(`材料：${named(proofUses)}`),
        fileName: z.string().min(1).max(200),
        contentBase64: z
          .string()
          .min(1)
          .max(Math.ceil(limits.proofBytes / 3) * 4)
          .regex(/^[A-Za-z\d+/]+={0,2}$/, '须为标准Base64')
          .describe('文件内容，标准Base64；PNG、JPG或PDF，不超过2MB'),
      }),
    )
    .max(limits.proofs)
    .default([])
    .describe('证明材料；哪些必须上传由签名来源和用途决定'),
}
const proofBytes = limits.proofs * Math.ceil(limits.proofBytes / 3) * 4 + 64 * 1024
const signature = z.object({
  signatureId,
  text: z.string(),
  kind: z.enum(keysOf(signatureKinds)),
  state,
  reason: z.string().nullable().describe('驳回或停用的原因'),
  senderRegistration: z
    .record(z.enum(mainlandCarriers), z.enum(keysOf(senderRegistrationStateNames)))
    .nullable()
    .describe('在各运营商的报备：none 未报备、pending 报备中、filed 报备成功、failed 报备失败；审核通过前为null'),
  createdAt: moment,
  reviewedAt: moment.nullable(),
})
const signatureRefusals = [
  'signature_taken',
  'signature_text_invalid',
  'proof_missing',
  'proof_kind_unknown',
  'file_empty',
  'file_too_large',
  'authorization_ended',
] as const
const exampleSignature = { text: '云栈科技', kind: 'company', purpose: 'own', remark: '公司简称' } as const

export const openSignatureCalls = {
  list: openCall('listSignatures', 'GET', 'signatures', '签名列表', 'template', {
    input: z.object({ state: shownState.optional(), search: search.describe('签名的一部分'), ...listFields }),
    answer: z.object({ rows: z.array(signature), nextCursor }),
    example: { state: 'approved' },
  }),
  create: openCall('createSignature', 'POST', 'signatures', '申请签名', 'template', {
    about: ['提交后由平台审核，结果可查询，也会以回调通知。企业或事业单位自己的名称以账户的实名认证为证明，不必再上传材料。'],
    isShared: true,
    maxBytes: proofBytes,
    input: z.object(signatureContent),
    answer: z.object({ signatureId, state }),
    refusals: [...signatureRefusals, 'too_many'],
    example: exampleSignature,
  }),
  one: openCall('getSignature', 'GET', 'signatures/{signatureId}', '查询一个签名', 'template', {
    input: z.object({ signatureId }),
    answer: z.object({ signature }),
    refusals: ['not_found'],
    example: { signatureId: exampleId('signature') },
  }),
  edit: openCall('resubmitSignature', 'PUT', 'signatures/{signatureId}', '修改签名并重新提交', 'template', {
    about: ['只有草稿、被驳回或已撤回的签名可以修改；请填写全部内容，材料以这次上传的为准。'],
    isShared: true,
    maxBytes: proofBytes,
    input: z.object({ signatureId, ...signatureContent }),
    answer: z.object({ signatureId, state }),
    refusals: ['not_found', 'state_forbids', ...signatureRefusals],
    example: { signatureId: exampleId('signature'), ...exampleSignature },
  }),
  delete: openCall('deleteSignature', 'DELETE', 'signatures/{signatureId}', '删除签名', 'template', {
    isShared: true,
    input: z.object({ signatureId }),
    refusals: ['not_found', 'state_forbids', 'in_use'],
    example: { signatureId: exampleId('signature') },
  }),
}

const templateCode = z
  .string()
  .regex(/^(?:SMS_)?\d{1,12}$/, '模板编号形如SMS_200101')
  .describe('模板编号；SMS_200101与200101是同一个')
const kind = z.enum(keysOf(messageKinds)).describe(`短信类型：${named(messageKinds)}`)
const templateContent = {
  name: templateNameRule.describe('名称，只供您自己辨认'),
  kind,
  text: templateTextRule.describe('内容，不含签名；变量写作${name}，也接受{1}、@var(name)、{$name}、#name#'),
  variables: templateVariables.optional().describe(`变量的类型和最大长度；不填时按变量名推断。类型：${named(variableKinds)}`),
  remark: templateRemarkRule.default('').describe('申请说明：在什么场景发送'),
}
const template = z.object({
  templateCode,
  name: z.string(),
  kind,
  text: z.string(),
  variables: templateVariables,
  state,
  reason: z.string().nullable().describe('驳回或停用的原因'),
  createdAt: moment,
  reviewedAt: moment.nullable(),
})
const exampleTemplate = {
  name: '登录验证码',
  kind: 'otp',
  text: '您的验证码为${code}，5分钟内有效，请勿告诉他人。',
  remark: '用户登录',
} as const

export const openTemplateCalls = {
  list: openCall('listTemplates', 'GET', 'templates', '模板列表', 'template', {
    input: z.object({
      state: shownState.optional(),
      kind: kind.optional(),
      search: search.describe('名称、编号或内容的一部分'),
      ...listFields,
    }),
    answer: z.object({ rows: z.array(template), nextCursor }),
    example: { kind: 'otp' },
  }),
  create: openCall('createTemplate', 'POST', 'templates', '申请模板', 'template', {
    about: ['提交前自动检查，不合规的地方在fields里逐条说明；通过检查后由平台审核，结果可查询，也会以回调通知。'],
    isShared: true,
    input: z.object(templateContent),
    answer: z.object({ templateCode, state }),
    refusals: ['template_text_invalid', 'too_many'],
    example: exampleTemplate,
  }),
  one: openCall('getTemplate', 'GET', 'templates/{templateCode}', '查询一个模板', 'template', {
    input: z.object({ templateCode }),
    answer: z.object({ template }),
    refusals: ['not_found'],
    example: { templateCode: 'SMS_200101' },
  }),
  edit: openCall('resubmitTemplate', 'PUT', 'templates/{templateCode}', '修改模板并重新提交', 'template', {
    about: ['只有草稿、被驳回或已撤回的模板可以修改。已通过的模板不能修改，请申请新的。'],
    isShared: true,
    input: z.object({ templateCode, ...templateContent }),
    answer: z.object({ templateCode, state }),
    refusals: ['not_found', 'state_forbids', 'template_text_invalid'],
    example: { templateCode: 'SMS_200108', ...exampleTemplate },
  }),
  delete: openCall('deleteTemplate', 'DELETE', 'templates/{templateCode}', '删除模板', 'template', {
    isShared: true,
    input: z.object({ templateCode }),
    refusals: ['not_found', 'state_forbids', 'in_use'],
    example: { templateCode: 'SMS_200109' },
  }),
}
