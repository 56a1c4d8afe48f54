import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { findings } from './finding-codec.ts'
import { history, reviewedContent } from './review-calls.ts'
import { proof, signatureKinds } from './signature.ts'
import { variableKinds } from './template-text.ts'

/** Objects of review by staff, each with a queue of its own. */
export const reviewObjects = { signature: '签名', template: '模板' } as const
export type ReviewObject = keyof typeof reviewObjects
const object = z.enum(keysOf(reviewObjects))

/** Frequent reasons, as the customer reads them; a click puts one into the field, where it can be edited. */
export const rejectReasons: Record<ReviewObject, readonly { code: string; name: string; text: string }[]> = {
  signature: [
    {
      code: 'unrelated',
      name: '与主体无关',
      text: '签名与账户的实名主体没有关联，请使用企业名称、简称或已注册的商标，并在申请说明里写明关系。',
    },
    { code: 'too_broad', name: '过于宽泛', text: '签名过于宽泛，收信人无法辨认是谁发的，请使用能代表贵方身份的名称。' },
    { code: 'no_authorization', name: '缺少授权', text: '签名属于其他单位，请上传授权委托书、写明授权关系后重新提交。' },
    { code: 'impersonation', name: '冒用名称', text: '签名易与政府机构、银行或知名品牌混淆，请使用贵方自己的名称。' },
  ],
  template: [
    { code: 'incomplete', name: '内容不完整', text: '内容不完整，看不出要通知什么事，请写明事项、对象和下一步该做什么。' },
    { code: 'wrong_kind', name: '类型不符', text: '内容与所选类型不符：带有推广信息的短信请选择“推广”类型后重新提交。' },
    { code: 'too_variable', name: '变量过多', text: '变量占内容的大部分，无法判断实际会发送什么，请把固定的文字写进模板。' },
    { code: 'contact', name: '含联系方式', text: '内容含有个人电话、QQ或微信号，请删除或改用企业的官方联系方式。' },
    { code: 'forbidden', name: '违规内容', text: '内容涉及法律法规或运营商禁止发送的信息，不能通过审核。' },
  ],
}

const signatureKind = z.enum(keysOf(signatureKinds))
const kind = z.enum(['otp', 'transactional', 'marketing'])
const variable = z.object({
  name: z.string(),
  kind: z.enum(keysOf(variableKinds)),
  maxLength: z.number().int(),
  example: z.string().optional(),
})

/** A waiting submission. Fields of templates are null for signatures and vice versa. */
const waiting = z.object({
  object,
  /** `rev_…`: the id of the signature or template. */
  objectId: idOf('review'),
  accountId: idOf('account'),
  accountName: z.string(),
  /** Null: the account is not attested. */
  attestedName: z.string().nullable(),
  submittedAt: moment,
  /** When the customer expedited it: those come first. */
  expeditedAt: moment.nullable(),
  text: z.string(),
  remark: z.string(),
  signature: z.object({ kind: signatureKind, purpose: z.enum(['own', 'other']), authorizedUntil: z.string().nullable() }).nullable(),
  template: z.object({ code: z.string(), name: z.string(), kind, variables: z.array(variable) }).nullable(),
  /** Of the automatic check at submission. */
  findings,
})

const target = z.object({
  object,
  objectId: idOf('review'),
  accountId: idOf('account'),
  /** The submission that was looked at: one withdrawn and resubmitted meanwhile must not be decided unseen. */
  submittedAt: moment,
})

/** Proof of a signature, as the uploaded file. */
export const staffProofRoute = {
  method: 'GET',
  path: '/api/admin/proofs/file',
  summary: '查看签名证明材料',
  audience: staff('review.decide'),
  input: z.object({ accountId: idOf('account'), proofId: idOf('proof') }),
} as const

export const adminReviewCalls = {
  queue: get('/api/admin/reviews', '待审核列表', staff('review.decide'), {
    input: z.object({ object: object.optional() }),
    answer: z.object({
      /** Expedited ones first, then the oldest, at most `limits.reviewQueueRows`. */
      rows: z.array(waiting),
      counts: z.object({ signature: z.number().int(), template: z.number().int() }),
    }),
  }),
  context: get('/api/admin/reviews/context', '审核对象的背景', staff('review.decide'), {
    input: target.omit({ submittedAt: true }),
    answer: z.object({
      /** Of the automatic check now. */
      findings,
      history,
      /** The last decided version, to compare with; null: none yet. */
      lastVersion: z.object({ decision: z.enum(['approved', 'rejected']), at: moment, content: reviewedContent }).nullable(),
      /** Files that prove a signature. */
      proofs: z.array(proof),
      /** The account's signatures in use, for the preview of the message. */
      signatureTexts: z.array(z.string()),
      /** Other accounts with the same approved text. */
      sameElsewhereCount: z.number().int(),
      approvedCount: z.number().int(),
      rejectedCount: z.number().int(),
    }),
    refusals: ['not_found'],
  }),
  approve: post('/api/admin/reviews/approve', '审核通过', staff('review.decide'), {
    input: target,
    refusals: ['not_found', 'review_decided', 'review_resubmitted'],
    once: true,
  }),
  reject: post('/api/admin/reviews/reject', '审核驳回', staff('review.decide'), {
    input: target.extend({
      reason: textOf('驳回原因', limits.remarkCharacters, 4),
      /** One of the usual reasons; unset: a text of one's own. */
      reasonCode: z.string().max(40).optional(),
    }),
    refusals: ['not_found', 'review_decided', 'review_resubmitted'],
    once: true,
  }),
}
