import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { flag, idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { formatYuan } from '#values/money.ts'
import { bankReasonRule } from './admin-bank.ts'
import { chinaDate } from './bank.ts'
import { onlinePaymentMethodNames } from './recharge.ts'

const statementStates = ['asked', 'absent', 'agrees', 'differs'] as const
export type StatementState = (typeof statementStates)[number]

const differenceProblems = ['theirs_only', 'ours_only', 'amount', 'unbooked'] as const
export type DifferenceProblem = (typeof differenceProblems)[number]

/** Differences between our bank statements and the books. */
export const bankProblemKinds = {
  unlisted: '已入账，银行流水上没有',
  missing: '有汇款入账，没有导入流水',
  gap: '期初与前一份流水的期末不同',
  sum: '流水的收入与登记的到账不同',
  unbacked: '充值没有对应的银行到账',
} as const
export type BankProblem = keyof typeof bankProblemKinds

interface BankProblemFacts {
  kind: BankProblem
  day: string
  bankSerial: string | null
  ourHao: number | null
  theirHao: number | null
}
/** 2026-11-20 已入账，银行流水上没有：流水号B1，平台¥500.00 */
export const bankProblemText = ({ kind, day, bankSerial, ourHao, theirHao }: BankProblemFacts): string =>
  `${day} ${bankProblemKinds[kind]}：${[
    ...(bankSerial ? [`流水号${bankSerial}`] : []),
    ...(ourHao === null ? [] : [`平台${formatYuan(ourHao)}`]),
    ...(theirHao === null ? [] : [`银行${formatYuan(theirHao)}`]),
  ].join('，')}`

const hao = z.number().int()
const count = z.number().int()
const paymentMethod = z.enum(keysOf(onlinePaymentMethodNames))
const kind = z.enum(['payment', 'refund'])
const difference = z.object({
  paymentMethod,
  day: z.string(),
  kind,
  tradeNumber: z.string(),
  refundNumber: z.string(),
})

export const reconciliationCalls = {
  days: get('/api/admin/reconciliation', '渠道对账', staff('finance.read'), {
    input: z.object({
      paymentMethod: paymentMethod.optional(),
      state: z.enum(statementStates).optional(),
      cursor: z.string().max(40).optional(),
      pageSize,
    }),
    /** A row per payment method and day, newest first. */
    answer: pageOf(
      z.object({
        paymentMethod,
        day: z.string(),
        state: z.enum(statementStates),
        trouble: z.string().nullable(),
        theirCount: count,
        theirPaidHao: hao,
        theirRefundedHao: hao,
        ourCount: count,
        ourPaidHao: hao,
        ourRefundedHao: hao,
        openCount: count,
        comparedAt: moment,
      }),
    ),
  }),
  overview: get('/api/admin/reconciliation/overview', '对账概况', staff('finance.read'), {
    answer: z.object({
      paymentMethods: z.array(paymentMethod),
      /** Yesterday in China: the last day that can be compared. */
      lastDay: z.string(),
      openDifferenceCount: count,
      absentDayCount: count,
      /** Agreeing days among the last 30, over all payment methods. */
      agreedDayCount: count,
      /** Unassigned bank receipts. */
      openReceiptCount: count,
      openReceiptHao: hao,
      /** Of the bank statements. */
      bankProblemCount: count,
    }),
  }),
  bank: get('/api/admin/reconciliation/bank', '银行对账', staff('finance.read'), {
    input: z.object({
      cursor: chinaDate.optional(),
      pageSize,
    }),
    /** Imported statements by day, newest first, and their differences from the books. */
    answer: pageOf(
      z.object({
        statementId: idOf('statement'),
        day: z.string(),
        fileName: z.string(),
        sha256: z.string(),
        openingHao: hao,
        inCount: count,
        inHao: hao,
        outCount: count,
        outHao: hao,
        closingHao: hao,
        importedBy: z.string().nullable(),
        importedAt: moment,
      }),
    ).extend({
      problems: z.array(
        z.object({
          kind: z.enum(keysOf(bankProblemKinds)),
          day: z.string(),
          accountId: idOf('account').nullable(),
          accountName: z.string().nullable(),
          bankSerial: z.string().nullable(),
          ourHao: hao.nullable(),
          theirHao: hao.nullable(),
        }),
      ),
    }),
  }),
  differences: get('/api/admin/reconciliation/differences', '对账差异', staff('finance.read'), {
    input: z.object({
      paymentMethod: paymentMethod.optional(),
      day: chinaDate.optional(),
      isResolved: flag.default(false),
      cursor: z
        .string()
        .regex(/^\d{1,6}$/)
        .optional(),
      pageSize,
    }),
    answer: pageOf(
      difference.extend({
        problem: z.enum(differenceProblems),
        ourHao: hao.nullable(),
        theirHao: hao.nullable(),
        accountId: idOf('account').nullable(),
        accountName: z.string().nullable(),
        rechargeId: idOf('recharge').nullable(),
        resolvedAt: moment.nullable(),
        /** Null: the next comparison found it resolved. */
        resolvedBy: z.string().nullable(),
        remark: z.string().nullable(),
      }),
    ),
  }),
  compare: post('/api/admin/reconciliation/compare', '重新对账', staff('payment.confirm'), {
    input: z.object({ paymentMethod, day: chinaDate }),
    refusals: ['day_not_over'],
  }),
  resolve: post('/api/admin/reconciliation/resolve', '处理对账差异', staff('payment.confirm'), {
    input: difference.extend({ reason: bankReasonRule }),
    refusals: ['not_found'],
    once: true,
  }),
}
