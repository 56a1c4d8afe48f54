import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { bankReasonRule, receiptFields } from './admin-bank.ts'
import { payout, refundRow, withdrawalRow } from './withdrawal.ts'

const withdrawalViews = ['open', 'running', 'abnormal', 'ended'] as const
export type WithdrawalView = (typeof withdrawalViews)[number]

const hao = z.number().int()
const row = withdrawalRow.extend({ accountId: idOf('account'), accountName: z.string() })
const one = z.object({ accountId: idOf('account'), withdrawalId: idOf('withdrawal') })
const refundOne = z.object({ accountId: idOf('account'), refundId: idOf('refund') })
const financeReaders = staff('finance.read')
const acting = staff('payment.confirm')
const reason = bankReasonRule

export const adminWithdrawalCalls = {
  list: get('/api/admin/withdrawals', '提现申请', financeReaders, {
    input: z.object({
      view: z.enum(withdrawalViews).default('open'),
      accountId: idOf('account').optional(),
      cursor: z.uuid().optional(),
      pageSize,
    }),
    answer: pageOf(row),
  }),
  one: get('/api/admin/withdrawals/one', '提现申请详情', financeReaders, {
    input: one,
    answer: row.extend({
      refunds: z.array(
        refundRow.extend({
          refundNumber: z.string(),
          paidAt: moment,
          payer: z.string().nullable(),
          /** Sum of the recharge, and of its refunds, finished or planned. */
          rechargeHao: hao,
          trouble: z.string().nullable(),
        }),
      ),
      payout: payout.nullable(),
      attestedName: z.string().nullable(),
      availableHao: hao,
      owedHao: hao,
      /** Withdrawals of the account in the last 30 days, except this one. */
      recentCount: z.number().int(),
      recentHao: hao,
      staffName: z.string().nullable(),
    }),
    refusals: ['not_found'],
  }),
  approve: post('/api/admin/withdrawals/approve', '同意提现', acting, {
    input: one.extend({ reason }),
    answer: z.object({ state: z.enum(['approving', 'refunding', 'abnormal']) }),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  reject: post('/api/admin/withdrawals/reject', '驳回提现', acting, {
    input: one.extend({ reason }),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  retry: post('/api/admin/refunds/retry', '重试原路退回', acting, {
    input: refundOne.extend({ reason }),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  byHand: post('/api/admin/refunds/by-hand', '改为银行付款', acting, {
    input: refundOne.extend({ reason }),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  paid: post('/api/admin/refunds/paid', '登记银行付款', acting, {
    input: refundOne.extend({ bankSerial: receiptFields.shape.bankSerial, reason }),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  abandon: post('/api/admin/refunds/give-up', '退回余额', acting, {
    input: refundOne.extend({ reason }),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
}
