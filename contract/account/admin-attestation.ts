import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { limits } from '#values/limits.ts'
import { attestationForm, attestationState, papers, reasons, subject } from './attestation.ts'
import { type AttestationItem, type AttestationSubject, attestationItems } from './attestation-form.ts'

/**
 * Frequent defects by subject, as the customer reads them; a click puts one beside the item, where it can be edited.
 */
const attestationReasonTexts: Partial<Record<AttestationItem | 'paper' | 'number' | 'person', readonly { name: string; text: string }[]>> =
  {
    paper: [
      { name: '不清晰', text: '图片不清晰，文字无法辨认，请重新拍摄后上传。' },
      { name: '不完整', text: '图片不完整，请露出四角和全部文字。' },
      { name: '反光遮挡', text: '图片有反光或遮挡，请换个角度重新拍摄。' },
      { name: '上传错误', text: '上传的不是要求的材料，请按说明重新上传。' },
      { name: '已过期', text: '证件已过期，请上传有效期内的证件。' },
      { name: '疑似修改', text: '图片有修改痕迹，请上传原件的照片。' },
    ],
    number: [{ name: '与图片不符', text: '填写的号码与图片不一致，请核对后修改。' }],
    person: [{ name: '与证件不符', text: '填写的姓名与证件不一致，请核对后修改。' }],
    name: [
      { name: '与证照不符', text: '名称与证照不一致，请按证照上的全称填写。' },
      { name: '已注销', text: '登记机关公示该主体已注销或吊销，不能认证。' },
    ],
    legalName: [{ name: '法人不一致', text: '法定代表人与证照或公示信息不一致，请核对后修改。' }],
    licence: [{ name: '未盖公章', text: '复印件须加盖公章，请盖章后重新上传，或上传原件照片。' }],
    letter: [
      { name: '未盖公章', text: '授权书没有加盖公章，请盖章后重新上传。' },
      { name: '经办人不符', text: '授权书上的被授权人与经办人不一致，请重新出具。' },
      { name: '授权已过期', text: '授权书已过期，请重新出具。' },
    ],
    validUntil: [{ name: '与证照不符', text: '有效期与图片不一致，请按图片填写。' }],
    letterUntil: [{ name: '与授权书不符', text: '有效期与授权书不一致，请按授权书填写。' }],
    phone: [{ name: '无法接通', text: '手机号无法接通或不是经办人本人，请更换后重新提交。' }],
  }

const numbers: readonly AttestationItem[] = ['idNumber', 'creditCode', 'legalIdNumber', 'handlerIdNumber']
const people: readonly AttestationItem[] = ['legalName', 'handlerName']
const pictures: readonly AttestationItem[] = ['idFront', 'idBack', 'licence', 'handlerFront', 'handlerBack', 'letter']

/** Usual reasons for an item. */
export const reasonTextsOf = (item: AttestationItem, subjectOf: AttestationSubject): readonly { name: string; text: string }[] => [
  ...(attestationReasonTexts[item] ?? []),
  ...(numbers.includes(item) ? (attestationReasonTexts.number ?? []) : []),
  ...(people.includes(item) || (item === 'name' && subjectOf === 'person') ? (attestationReasonTexts.person ?? []) : []),
  ...(pictures.includes(item) ? (attestationReasonTexts.paper ?? []) : []),
]

/** Reasons for the whole submission. */
export const wholeReasonTexts: readonly { name: string; text: string }[] = [
  { name: '主体存疑', text: '提交的资料无法证明主体的真实性，请补充材料后重新提交。' },
  { name: '非本人意愿', text: '经电话核实，认证并非主体本人意愿。' },
  { name: '账户过多', text: '该主体认证的账户过多，请说明用途或联系客服。' },
]

const audience = staff('customer.attest')
const target = z.object({ accountId: idOf('account'), attestationId: idOf('attestation') })
/** The submission that was looked at: one withdrawn and resubmitted meanwhile must not be decided unseen. */
const decided = target.extend({ submittedAt: moment })

const row = z.object({
  attestationId: idOf('attestation'),
  accountId: idOf('account'),
  accountName: z.string(),
  subject,
  state: attestationState,
  name: z.string(),
  numberMasked: z.string(),
  version: z.number().int().nullable(),
  submittedAt: moment.nullable(),
  decidedAt: moment.nullable(),
  /** The member of staff who decided. */
  decidedBy: z.string().nullable(),
  validUntil: z.string().nullable(),
  /** The account is attested already: this changes or renews it. */
  isChange: z.boolean(),
})

const count = z.number().int()
const finding = z.object({ item: z.enum(attestationItems), level: z.enum(['refuse', 'note', 'pass']), text: z.string() })
const likeAccount = z.object({
  accountId: idOf('account'),
  accountName: z.string(),
  attestedName: z.string().nullable(),
  state: z.string(),
  /** What the two have in common. */
  same: z.array(z.enum(['subject', 'handler', 'phone', 'picture'])),
})

export const adminAttestationCalls = {
  queue: get('/api/admin/attestations/queue', '待审核的实名认证', audience, {
    input: z.object({ subject: subject.optional() }),
    answer: z.object({
      /** Oldest first, at most `limits.reviewQueueRows`. */
      rows: z.array(row),
      counts: z.object({ person: count, company: count, public: count }),
      oldestAt: moment.nullable(),
    }),
  }),
  list: get('/api/admin/attestations', '实名认证记录', audience, {
    input: z.object({
      /** Part of a name, or a whole number. */
      search: z.string().trim().max(100).optional(),
      subject: subject.optional(),
      state: attestationState.optional(),
      /** Ends within a month. */
      ending: z.enum(['yes']).optional(),
      cursor: z.string().max(100).optional(),
      pageSize,
    }),
    answer: pageOf(row),
  }),
  one: get('/api/admin/attestations/one', '实名认证详情', audience, {
    input: target,
    answer: z.object({
      ...row.shape,
      /** Whole numbers, for comparison with the pictures. Every access is in the staff audit log. */
      form: attestationForm,
      papers,
      findings: z.array(finding),
      reasons: reasons.nullable(),
      reason: z.string().nullable(),
      /** The current attestation, to compare a change with. */
      before: z.object({ form: attestationForm, version: z.number().int().nullable() }).nullable(),
      likes: z.array(likeAccount),
      /** Accounts allowed per identity. */
      accountLimit: count,
      history: z.array(
        z.object({
          attestationId: idOf('attestation'),
          state: attestationState,
          at: moment,
          by: z.string(),
          reason: z.string().nullable(),
        }),
      ),
    }),
    refusals: ['not_found'],
  }),
  approve: post('/api/admin/attestations/approve', '通过实名认证', audience, {
    input: decided,
    refusals: ['not_found', 'review_decided', 'review_resubmitted'],
    once: true,
  }),
  reject: post('/api/admin/attestations/reject', '驳回实名认证', audience, {
    input: decided.extend({
      reasons: z.partialRecord(z.enum(attestationItems), textOf('原因', limits.remarkCharacters, 2)),
      reason: textOf('总体说明', limits.remarkCharacters, 0),
    }),
    refusals: ['not_found', 'review_decided', 'review_resubmitted', 'input_invalid'],
    once: true,
  }),
}
