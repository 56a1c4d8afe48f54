import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { amountRule, textOf } from '#contract/rules.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { bankNumberRule } from './bank.ts'
import { paymentMethodNames } from './recharge.ts'

export const withdrawalStates = {
  reviewing: '待审核',
  approving: '待复核',
  refunding: '退款中',
  abnormal: '退款异常',
  done: '已退款',
  rejected: '已驳回',
  cancelled: '已撤销',
} as const
export type WithdrawalState = keyof typeof withdrawalStates

/** States of one refund of a withdrawal, to one recharge. */
export const refundStates = {
  planned: '未开始',
  asking: '退款中',
  done: '已退回',
  failed: '原路退回失败',
  by_hand: '待银行付款',
  void: '已取消',
} as const
export type RefundState = keyof typeof refundStates

const hao = z.number().int()
const state = z.enum(keysOf(withdrawalStates))
const paymentMethod = z.enum(keysOf(paymentMethodNames))
const one = z.object({ withdrawalId: idOf('withdrawal') })
export const payoutRules = { payoutNumber: bankNumberRule, payoutBank: textOf('开户行', limits.payerNameCharacters, 4) }

export const withdrawalRow = one.extend({
  withdrawalNumber: z.string(),
  amountHao: hao,
  /** Refunded so far. */
  refundedHao: hao,
  state,
  remark: z.string(),
  reason: z.string().nullable(),
  createdAt: moment,
  endedAt: moment.nullable(),
  memberName: z.string().nullable(),
})

export const refundRow = z.object({
  refundId: idOf('refund'),
  rechargeId: idOf('recharge'),
  tradeNumber: z.string(),
  paymentMethod,
  amountHao: hao,
  state: z.enum(keysOf(refundStates)),
  settledAt: moment.nullable(),
  bankSerial: z.string().nullable(),
})

export const payout = z.object({ holder: z.string(), number: z.string(), bank: z.string() })

export const withdrawalCalls = {
  quote: get('/api/withdrawals/quote', '可提现金额', member('finance.read'), {
    /** With an amount the answer shows its refunds. */
    input: z.object({ amount: amountRule.optional() }),
    answer: z.object({
      availableHao: hao,
      /** Invoiced and then refunded: it is owed an invoice, and can't be withdrawn. */
      owedHao: hao,
      /** Refundable rest of the recharges of the last year. */
      refundableHao: hao,
      withdrawableHao: hao,
      /** Newest recharge first, up to the amount or to the total; a few dozen at most. */
      pieces: z.array(z.object({ rechargeId: idOf('recharge'), tradeNumber: z.string(), paymentMethod, paidAt: moment, amountHao: hao })),
    }),
  }),
  create: post('/api/withdrawals/create', '申请提现', member('finance.write'), {
    input: z.object({
      amount: amountRule,
      remark: z.string().trim().max(limits.remarkCharacters, `备注不能超过${limits.remarkCharacters}个字`).default(''),
    }),
    answer: one,
    refusals: ['withdrawal_exceeds', 'withdrawal_pieces', 'balance_insufficient', 'too_many', 'step_up_required'],
    once: true,
  }),
  cancel: post('/api/withdrawals/cancel', '撤销提现', member('finance.write'), { input: one, refusals: ['not_found', 'state_forbids'] }),
  payout: post('/api/withdrawals/payout', '填写退款银行账户', member('finance.write'), {
    input: one.extend(payoutRules),
    refusals: ['not_found', 'state_forbids', 'account_not_attested', 'step_up_required'],
  }),
  one: get('/api/withdrawals/one', '提现详情', member('finance.read'), {
    input: one,
    answer: withdrawalRow.extend({
      refunds: z.array(refundRow),
      payout: payout.nullable(),
      /** The holder's name that a bank account for it must have. */
      attestedName: z.string().nullable(),
    }),
    refusals: ['not_found'],
  }),
  list: get('/api/withdrawals', '提现记录', member('finance.read'), {
    input: z.object({ state: state.optional(), cursor: z.uuid().optional(), pageSize }),
    answer: pageOf(withdrawalRow),
  }),
}
