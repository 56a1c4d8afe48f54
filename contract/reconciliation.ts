import { z } from 'zod'
import { chinaDate } from './bank.ts'
import { call, staff } from './call.ts'
import { bankReasonRule } from './operator-bank.ts'
import { type OnlineChannel, onlineChannels } from './recharge.ts'
import { flag, idOf, moment, pageOf, pageSize } from './scalars.ts'

export const statementStates = {
  asked: { name: '正在核对', tone: 'waiting' },
  absent: { name: '没有取到账单', tone: 'bad' },
  agrees: { name: '一致', tone: 'good' },
  differs: { name: '有差异', tone: 'bad' },
} as const
export type StatementState = keyof typeof statementStates

export const differenceProblems = {
  theirs_only: '通道有，平台没有',
  ours_only: '平台有，通道没有',
  amount: '金额不同',
  unbooked: '通道已收款，平台未入账',
} as const
export type DifferenceProblem = keyof typeof differenceProblems

const keysOf = <Name extends string>(table: Record<Name, unknown>) => z.enum(Object.keys(table) as [Name, ...Name[]])
const hao = z.number().int()
const count = z.number().int()
const channel = keysOf<OnlineChannel>(onlineChannels)
const kind = z.enum(['payment', 'refund'])
const difference = z.object({
  channel,
  day: z.string(),
  kind,
  tradeNumber: z.string(),
  refundNumber: z.string(),
})

export const reconciliationCalls = {
  days: call({
    method: 'GET',
    path: '/api/operator/reconciliation',
    summary: '渠道对账',
    audience: staff('finance.read'),
    input: z.object({
      channel: channel.optional(),
      state: keysOf<StatementState>(statementStates).optional(),
      cursor: z.string().max(40).optional(),
      pageSize,
    }),
    /** A channel's day is a row, the newest first. */
    answer: pageOf(
      z.object({
        channel,
        day: z.string(),
        state: keysOf<StatementState>(statementStates),
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
    refusals: [],
  }),
  overview: call({
    method: 'GET',
    path: '/api/operator/reconciliation/overview',
    summary: '对账概况',
    audience: staff('finance.read'),
    input: z.object({}),
    answer: z.object({
      channels: z.array(channel),
      /** Yesterday in China: the last day that can be compared. */
      lastDay: z.string(),
      openDifferenceCount: count,
      absentDayCount: count,
      /** Days of the last 30 that are compared and agree, of all channels together. */
      agreedDayCount: count,
      /** Bank receipts that are nobody's yet. */
      openReceiptCount: count,
      openReceiptHao: hao,
    }),
    refusals: [],
  }),
  differences: call({
    method: 'GET',
    path: '/api/operator/reconciliation/differences',
    summary: '对账差异',
    audience: staff('finance.read'),
    input: z.object({
      channel: channel.optional(),
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
        problem: keysOf<DifferenceProblem>(differenceProblems),
        ourHao: hao.nullable(),
        theirHao: hao.nullable(),
        accountId: idOf('account').nullable(),
        accountName: z.string().nullable(),
        rechargeId: idOf('recharge').nullable(),
        foundAt: moment,
        resolvedAt: moment.nullable(),
        /** Null: the next comparison found it gone. */
        resolvedBy: z.string().nullable(),
        remark: z.string().nullable(),
      }),
    ),
    refusals: [],
  }),
  compare: call({
    method: 'POST',
    path: '/api/operator/reconciliation/compare',
    summary: '重新对账',
    audience: staff('payment.confirm'),
    input: z.object({ channel, day: chinaDate }),
    answer: z.object({}),
    refusals: ['day_not_over'],
  }),
  resolve: call({
    method: 'POST',
    path: '/api/operator/reconciliation/resolve',
    summary: '处理对账差异',
    audience: staff('payment.confirm'),
    input: difference.extend({ reason: bankReasonRule }),
    answer: z.object({}),
    refusals: ['not_found'],
    once: true,
  }),
}
