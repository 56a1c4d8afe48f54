import { z } from 'zod'
import { call, staff } from '#contract/call.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { bankReasonRule, receiptFields } from './admin-bank.ts'
import { payout, refundRow, withdrawalRow } from './withdrawal.ts'

export const withdrawalViews = { open: '待审核', running: '退款中', abnormal: '退款异常', ended: '已结束' } as const
export type WithdrawalView = keyof typeof withdrawalViews

const hao = z.number().int()
const row = withdrawalRow.extend({ accountId: idOf('account'), accountName: z.string() })
const one = z.object({ accountId: idOf('account'), withdrawalId: idOf('withdrawal') })
const refundOne = z.object({ accountId: idOf('account'), refundId: idOf('refund') })
const financeReaders = staff('finance.read')
const acting = staff('payment.confirm')
const reason = bankReasonRule

export const adminWithdrawalCalls = {
  list: call({
    method: 'GET',
    path: '/api/admin/withdrawals',
    summary: '提现申请',
    audience: financeReaders,
    input: z.object({
      view: z.enum(keysOf(withdrawalViews)).default('open'),
      accountId: idOf('account').optional(),
      cursor: z.uuid().optional(),
      pageSize,
    }),
    answer: pageOf(row),
    refusals: [],
  }),
  one: call({
    method: 'GET',
    path: '/api/admin/withdrawals/one',
    summary: '提现申请详情',
    audience: financeReaders,
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
          pollCount: z.number().int(),
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
  approve: call({
    method: 'POST',
    path: '/api/admin/withdrawals/approve',
    summary: '同意提现',
    audience: acting,
    input: one.extend({ reason }),
    answer: z.object({ state: z.enum(['approving', 'refunding', 'abnormal']) }),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  reject: call({
    method: 'POST',
    path: '/api/admin/withdrawals/reject',
    summary: '驳回提现',
    audience: acting,
    input: one.extend({ reason }),
    answer: z.object({}),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  retry: call({
    method: 'POST',
    path: '/api/admin/refunds/retry',
    summary: '重试原路退回',
    audience: acting,
    input: refundOne.extend({ reason }),
    answer: z.object({}),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  byHand: call({
    method: 'POST',
    path: '/api/admin/refunds/by-hand',
    summary: '改为银行付款',
    audience: acting,
    input: refundOne.extend({ reason }),
    answer: z.object({}),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  paid: call({
    method: 'POST',
    path: '/api/admin/refunds/paid',
    summary: '登记银行付款',
    audience: acting,
    input: refundOne.extend({ bankSerial: receiptFields.shape.bankSerial, reason }),
    answer: z.object({}),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  abandon: call({
    method: 'POST',
    path: '/api/admin/refunds/give-up',
    summary: '退回余额',
    audience: acting,
    input: refundOne.extend({ reason }),
    answer: z.object({}),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
}
