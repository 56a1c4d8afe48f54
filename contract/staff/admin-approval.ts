import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'

/** Kinds of acts with four-eyes approval: one member of staff requests, another approves. */
export const approvalKinds = {
  gift: '赠送套餐',
  bonus: '赠送金',
  adjust: '调账',
  credit: '信用额度',
  refund: '订单退款',
  'bank-credit': '汇款入账',
  'bank-account': '更换收款账户',
  withdrawal: '提现',
  package: '套餐价格',
  price: '短信单价',
  coupon: '优惠码',
  factor: '重置登录验证',
  'personal-data': '删除个人信息',
} as const
export type ApprovalKind = keyof typeof approvalKinds

export const approvalStates = { waiting: '待复核', approved: '已通过', rejected: '已驳回', withdrawn: '已撤回' } as const
export type ApprovalState = keyof typeof approvalStates

const kind = z.enum(keysOf(approvalKinds))
const state = z.enum(keysOf(approvalStates))
const one = z.object({ approvalId: idOf('approval') })

const row = one.extend({
  kind,
  state,
  accountId: idOf('account').nullable(),
  accountName: z.string().nullable(),
  /** Hao that move, negative when they are taken; 0 for an act without money. */
  amountHao: z.number().int(),
  /** What will be done, for people. */
  facts: z.array(z.object({ name: z.string(), text: z.string() })),
  /** Hash of everything that will be done: the checker sends back the one that was shown. */
  payloadHash: z.string(),
  reason: z.string(),
  maker: z.string(),
  isOwn: z.boolean(),
  checker: z.string().nullable(),
  answer: z.string().nullable(),
  askedAt: moment,
  decidedAt: moment.nullable(),
})

export const adminApprovalCalls = {
  list: get('/api/admin/approvals', '复核列表', staff('approval.decide'), {
    input: z.object({ state: state.optional(), kind: kind.optional(), cursor: z.uuid().optional(), pageSize }),
    answer: pageOf(row).extend({
      counts: z.object({ waiting: z.number().int() }),
    }),
  }),
  decide: post('/api/admin/approvals/decide', '复核申请', staff('approval.decide'), {
    input: one.extend({
      decision: z.enum(['approved', 'rejected']),
      /** Hash of the content that the checker saw. */
      payloadHash: z.string(),
      /** Required for a rejection. */
      answer: z.string().trim().max(limits.remarkCharacters),
    }),
    refusals: [
      'not_found',
      'approval_own',
      'approval_decided',
      'approval_changed',
      'balance_insufficient',
      'state_forbids',
      'input_invalid',
      'package_exists',
      'package_version_pending',
      'price_exists',
      'coupon_exists',
    ],
    once: true,
  }),
  withdraw: post('/api/admin/approvals/withdraw', '撤回自己的申请', staff('approval.decide'), {
    input: one.extend({ reason: textOf('原因', limits.remarkCharacters, 2) }),
    refusals: ['not_found', 'approval_decided'],
    once: true,
  }),
}
