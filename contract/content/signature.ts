import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { senderRegistrationStateNames } from '#contract/sender-registration/sender-registration.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { mainlandCarriers } from '#values/phone.ts'
import { reviewActs, reviewedDetail, reviewedListInput, reviewedPageOf, reviewedRow, reviewState } from './review-calls.ts'
import { checkSignatureText } from './signature-check.ts'
import { proofUses } from './signature-proof.ts'

/** Kinds of names in a signature. */
export const signatureKinds = {
  company: '企业、事业单位的全称或简称，或个人姓名',
  trademark: '已注册的商标',
  website: '工信部备案的网站',
  app: '应用（App）',
  channel: '公众号或小程序',
  shop: '电商店铺',
} as const
export type SignatureKind = keyof typeof signatureKinds
export const signaturePurposes = { own: '自用', other: '他用' } as const
export type SignaturePurpose = keyof typeof signaturePurposes

const kind = z.enum(keysOf(signatureKinds))
const purpose = z.enum(keysOf(signaturePurposes))
const proofUse = z.enum(keysOf(proofUses))

/** The text between 【 and 】. */
export const signatureTextRule = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const finding = text === '' ? { message: '请填写签名' } : checkSignatureText(text).find(one => one.level === 'refuse')
    if (finding) context.addIssue({ code: 'custom', message: finding.message })
  })
export const signatureRemarkRule = textOf('申请说明', limits.remarkCharacters, 0)
/** A day in China: 2027-11-21. */
const day = z.iso.date('请选择日期')

const row = z.object({
  signatureId: idOf('signature'),
  text: z.string(),
  kind,
  purpose,
  /** End of the owner's authorization. */
  authorizedUntil: z.string().nullable(),
  isDefault: z.boolean(),
  extension: z.string(),
  ...reviewedRow,
})

/** A file that proves the right to the name. */
export const proof = z.object({
  proofId: idOf('proof'),
  use: proofUse,
  fileName: z.string(),
  mediaType: z.string(),
  byteCount: z.number().int(),
})

/** Upload of a proof as bytes, before the form that it belongs to is saved; its URL-encoded name is in a header. */
export const proofRoute = {
  method: 'POST',
  path: '/api/proofs',
  summary: '上传签名证明材料',
  audience: member('signature.write'),
  fileNameHeader: 'x-file-name',
  answer: proof,
} as const
/** Download of the uploaded file. */
export const proofFileRoute = {
  method: 'GET',
  path: '/api/proofs/file',
  summary: '查看签名证明材料',
  audience: member('signature.read'),
  input: z.object({ proofId: idOf('proof') }),
} as const

const senderRegistrationState = z.enum(keysOf(senderRegistrationStateNames))
/** Registration with each carrier; null before the approval. */
const senderRegistration = z
  .object({
    mobile: senderRegistrationState,
    unicom: senderRegistrationState,
    telecom: senderRegistrationState,
    broadnet: senderRegistrationState,
  })
  .nullable()
const senderRegistrationStep = z.object({ carrier: z.enum(mainlandCarriers), state: senderRegistrationState, reason: z.string() })

const one = z.object({ signatureId: idOf('signature') })
const changed = one.extend({ state: reviewState })
const content = z.object({
  text: signatureTextRule,
  kind,
  purpose,
  authorizedUntil: day.nullable().default(null),
  remark: signatureRemarkRule,
  /** All its proofs from now on. */
  proofs: z
    .array(z.object({ proofId: idOf('proof'), use: proofUse }))
    .max(limits.proofs, `最多${limits.proofs}个文件`)
    .default([]),
  /** Submitted for review at once; otherwise saved as a draft. */
  isSubmitted: z.boolean(),
})
const submitRefusals = ['signature_text_invalid', 'proof_missing', 'authorization_ended'] as const

export const signatureCalls = {
  list: get('/api/signatures', '签名列表', member('signature.read'), {
    input: reviewedListInput,
    answer: reviewedPageOf(row.extend({ senderRegistration })),
  }),
  one: get('/api/signatures/one', '签名详情', member('signature.read'), {
    input: one,
    answer: row.extend({
      ...reviewedDetail,
      proofs: z.array(proof),
      /** The account's attested name; null: not yet. */
      attestedName: z.string().nullable(),
      senderRegistration,
      senderRegistrations: z.array(senderRegistrationStep.extend({ changedAt: moment.nullable() })),
      /** Newest first. */
      senderRegistrationHistory: z.array(senderRegistrationStep.extend({ at: moment })),
    }),
    refusals: ['not_found'],
  }),
  create: post('/api/signatures/create', '新建签名', member('signature.write'), {
    input: content,
    answer: changed,
    refusals: ['signature_taken', 'too_many', 'not_found', ...submitRefusals],
    once: true,
  }),
  edit: post('/api/signatures/edit', '修改签名', member('signature.write'), {
    input: content.extend(one.shape),
    answer: changed,
    refusals: ['not_found', 'state_forbids', 'signature_taken', ...submitRefusals],
  }),
  makeDefault: post('/api/signatures/make-default', '设为默认签名', member('signature.write'), {
    input: one,
    answer: changed,
    refusals: ['not_found', 'state_forbids'],
  }),
  ...reviewActs('/api/signatures', '签名', 'signature.write', one, submitRefusals),
}
