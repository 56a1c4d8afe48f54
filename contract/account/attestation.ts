import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { oneTimeCodeRule } from '#contract/rules.ts'
import { idOf, moment, phoneNumber } from '#contract/scalars.ts'
import { tableOf } from '#values/keys.ts'
import {
  type AttestationItem,
  attestationFields,
  attestationItems,
  documentUseNames,
  fieldNames,
  subjectNames,
} from './attestation-form.ts'
import { attestationStatusNames } from './capability.ts'
import { privateFile } from './private-file.ts'

const attestationStates = ['draft', 'reviewing', 'approved', 'rejected', 'replaced', 'revoked'] as const
export type AttestationState = (typeof attestationStates)[number]
export const attestationState = z.enum(attestationStates)

export const subject = z.enum(subjectNames)
const texts = tableOf(fieldNames, field =>
  z.string().trim().max(attestationFields[field].max, `不能超过${attestationFields[field].max}个字`),
)

/**
 * The form as typed: a draft may be incomplete. Personal numbers come masked from the server, which keeps its value
 * when it gets a mask back.
 */
export const attestationForm = z.object({
  subject,
  ...texts,
  isLongTerm: z.boolean(),
  isLegalHandler: z.boolean(),
  papers: z.partialRecord(z.enum(documentUseNames), idOf('file')),
})

export const papers = z.array(privateFile.extend({ use: z.enum(documentUseNames) }))
export const reasons = z.partialRecord(z.enum(attestationItems), z.string())
export type AttestationReasons = Partial<Record<AttestationItem, string>>

const submission = z.object({
  attestationId: idOf('attestation'),
  state: attestationState,
  form: attestationForm,
  papers,
  submittedAt: moment.nullable(),
  updatedAt: moment,
  reasons: reasons.nullable(),
  reason: z.string().nullable(),
})

export const attestationCalls = {
  overview: get('/api/attestation', '实名认证状态', member('account.read'), {
    answer: z.object({
      attestationStatus: z.enum(attestationStatusNames),
      /** The one in force; null: none, or staff attested by hand. */
      current: submission.nullable(),
      attestedName: z.string().nullable(),
      attestedAt: moment.nullable(),
      /** A day; null: unlimited. */
      attestedUntil: z.string().nullable(),
      /** The papers expire within a month, or have expired. */
      isRenewalDue: z.boolean(),
      /** A draft, or the waiting submission. */
      open: submission.nullable(),
      /** The last decision, when it was a rejection and nothing newer was started. */
      rejected: submission.nullable(),
      /** Why no change can be started now, as text; null when it can. */
      changeProblem: z.string().nullable(),
      /** Recently verified phones, for members with write permission. */
      provenPhones: z.array(z.string()),
    }),
  }),
  save: post('/api/attestation/save', '保存实名认证草稿', member('account.write'), {
    input: attestationForm,
    answer: z.object({ attestationId: idOf('attestation'), updatedAt: moment }),
    refusals: ['state_forbids', 'attestation_downgrade', 'attestation_too_soon', 'not_found'],
  }),
  submit: post('/api/attestation/submit', '提交实名认证', member('account.write'), {
    input: attestationForm,
    answer: z.object({ attestationId: idOf('attestation') }),
    refusals: [
      'state_forbids',
      'attestation_downgrade',
      'attestation_too_soon',
      'not_found',
      'input_invalid',
      'attestation_taken',
      'attestation_phone_unproven',
      'attestation_invoices_open',
    ],
    once: true,
  }),
  withdraw: post('/api/attestation/withdraw', '撤回实名认证申请', member('account.write'), { refusals: ['state_forbids'] }),
  discard: post('/api/attestation/discard', '放弃实名认证草稿', member('account.write'), { refusals: ['state_forbids'] }),
  askCode: post('/api/attestation/ask-code', '获取经办人手机验证码', member('account.write'), {
    input: z.object({ phone: phoneNumber }),
    answer: z.object({ nextAfterSeconds: z.number().int() }),
    refusals: ['code_limited', 'too_many_requests'],
  }),
  provePhone: post('/api/attestation/prove-phone', '验证经办人手机', member('account.write'), {
    input: z.object({ phone: phoneNumber, code: oneTimeCodeRule }),
    answer: z.object({ isProven: z.boolean() }),
  }),
}

export const scales = ['1-20人', '21-99人', '100-499人', '500-999人', '1000人以上'] as const
export const industries = [
  '互联网与软件',
  '电子商务',
  '零售与批发',
  '金融与保险',
  '教育与培训',
  '医疗与健康',
  '物流与运输',
  '制造业',
  '房地产与建筑',
  '旅游与酒店',
  '餐饮',
  '文化与传媒',
  '政务与公共服务',
  '农业',
  '能源与环保',
  '其他',
] as const

const contactRoles = ['finance', 'technical', 'operations', 'security', 'other'] as const
export type ContactRole = (typeof contactRoles)[number]
const contact = z.object({
  role: z.enum(contactRoles),
  name: z.string().trim().min(2, '请填写姓名，2-20个字').max(20, '姓名不能超过20个字'),
  phone: phoneNumber,
  email: z.union([z.literal(''), z.email('邮箱格式不正确').max(100, '邮箱不能超过100个字')]),
})
const profile = z.object({
  industry: z.enum(['', ...industries]),
  scale: z.enum(['', ...scales]),
  website: z.union([z.literal(''), z.url({ protocol: /^https?$/, error: '请填写以 http:// 或 https:// 开头的网址' }).max(200)]),
  region: z.string().trim().max(attestationFields.region.max),
  address: z.string().trim().max(attestationFields.address.max, `不能超过${attestationFields.address.max}个字`),
})
export type ProfileInput = z.output<typeof profile>
export const profileRules = profile.shape
export const contactRules = contact.shape

export const accountProfileCalls = {
  profile: get('/api/account-profile', '账户资料', member('account.read'), {
    answer: z.object({
      accountId: idOf('account'),
      attestationStatus: z.enum(attestationStatusNames),
      attestedName: z.string().nullable(),
      attestedAt: moment.nullable(),
      attestedUntil: z.string().nullable(),
      isRenewalDue: z.boolean(),
      /** The one in force, masked; null: none, or staff attested by hand. */
      current: submission.nullable(),
      /** A draft, or the waiting submission. */
      open: z.object({ state: attestationState, subject, name: z.string(), submittedAt: moment.nullable() }).nullable(),
      /** Every decided submission, newest first. */
      history: z.array(
        z.object({
          attestationId: idOf('attestation'),
          version: z.number().int().nullable(),
          subject,
          state: attestationState,
          name: z.string(),
          numberMasked: z.string(),
          submittedAt: moment.nullable(),
          decidedAt: moment.nullable(),
          endedAt: moment.nullable(),
          reason: z.string().nullable(),
        }),
      ),
      profile: profile.extend({ updatedAt: moment.nullable() }),
      /** Their phones masked for who may not change them. */
      contacts: z.array(contact.extend({ contactPersonId: idOf('accountContact'), phone: z.string() })),
      contactLimit: z.number().int(),
    }),
  }),
  save: post('/api/account-profile/save', '修改账户资料', member('account.write'), { input: profile, refusals: ['place_unknown'] }),
  addContact: post('/api/account-profile/contacts/add', '添加联系人', member('account.write'), {
    input: contact,
    answer: z.object({ contactPersonId: idOf('accountContact') }),
    refusals: ['contacts_full'],
    once: true,
  }),
  editContact: post('/api/account-profile/contacts/edit', '修改联系人', member('account.write'), {
    input: contact.extend({ contactPersonId: idOf('accountContact') }),
    refusals: ['not_found'],
  }),
  removeContact: post('/api/account-profile/contacts/remove', '删除联系人', member('account.write'), {
    input: z.object({ contactPersonId: idOf('accountContact') }),
    refusals: ['not_found'],
  }),
}

/** Certificate of the account's attested identity. */
export const certificateRoute = {
  method: 'GET',
  path: '/api/account-profile/certificate',
  summary: '下载认证证书',
  audience: member('account.read'),
} as const

/** Letter of authorization to print and stamp, with known values filled in. */
export const letterRoute = {
  method: 'GET',
  path: '/api/attestation/letter',
  summary: '下载授权书模板',
  audience: member('account.write'),
  input: z.object({
    name: z.string().max(attestationFields.name.max).default(''),
    creditCode: z.string().max(attestationFields.creditCode.max).default(''),
    handlerName: z.string().max(attestationFields.handlerName.max).default(''),
  }),
} as const
