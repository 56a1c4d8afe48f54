import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { amountRule } from '#contract/rules.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { limits } from '#values/limits.ts'
import { parseYuanOrThrow } from '#values/money.ts'
import { bridge, monthText } from './bill.ts'
import { hao } from './charge-line.ts'

const count = z.number().int()

/** 余额预警 as stored. */
const balanceWarning = z.object({
  isOn: z.boolean(),
  firstHao: hao,
  secondHao: hao.nullable(),
  segmentCount: count.nullable(),
})
export type BalanceWarning = z.output<typeof balanceWarning>

/** 消费上限: cap on messages paid by bonus credit and balance, per day and month in China; null: none. */
const spendCap = z.object({ dayHao: hao.nullable(), monthHao: hao.nullable() })
export type SpendCapSetting = z.output<typeof spendCap>

/** A hold: a broadcast or a program's messages on their way, or a withdrawal. */
const hold = z.object({
  key: z.string(),
  kind: z.enum(['broadcast', 'app', 'single', 'withdrawal']),
  name: z.string(),
  broadcastId: idOf('broadcast').nullable(),
  since: moment,
  segmentCount: count,
  amountHao: hao,
})

export const segmentThresholdRule = z
  .number({ error: '请填写1-99,999,999的整数' })
  .int('请填写1-99,999,999的整数')
  .min(1, '请填写1-99,999,999的整数')
  .max(limits.warnedSegments, '请填写1-99,999,999的整数')

export const financeOverviewCalls = {
  read: get('/api/finance/overview', '财务总览', member('finance.read'), {
    answer: z.object({
      availableHao: hao,
      heldHao: hao,
      /** 赠送金: spendable, and the first expiry among those with a rest. */
      bonus: z.object({ availableHao: hao, nextExpiry: z.object({ hao, expiresAt: moment }).nullable() }),
      /** How far below zero sending may take the balance. */
      creditLimitHao: hao,
      /** Debt: how far the balance is below zero. */
      arrearsHao: hao,
      /** Usable segments and units; of them granted ones, and the first expiry among those with a rest. */
      packages: z.object({
        segmentCount: count,
        giftSegmentCount: count,
        unitCount: count,
        nextExpiry: z.object({ name: z.string(), count, expiresAt: moment }).nullable(),
      }),
      /** Hao by tax rate in hundredths of a percent; negative: 欠票. */
      invoiceable: z.array(z.object({ rateBp: count, availableHao: hao, heldHao: hao, issuedHao: hao })),
      /** The current month, and the cost of the previous one up to the same day. */
      month: bridge.extend({ month: monthText }),
      before: z.object({ orderHao: hao, usageHao: hao, refundHao: hao }).nullable(),
      /** Daily average of seven days with today; this month at that pace; the balance's end, null: over ten years. */
      pace: z.object({ dayHao: hao, forecastHao: hao, emptyAt: moment.nullable() }),
      warning: balanceWarning.nullable(),
      cap: spendCap,
      /** What counts against a cap so far: charged and held. */
      capped: z.object({ todayHao: hao, monthHao: hao }),
    }),
  }),
  holds: get('/api/finance/holds', '冻结的去向', member('finance.read'), { answer: z.object({ rows: z.array(hold), totalHao: hao }) }),
  saveCap: post('/api/finance/cap', '设置消费上限', member('finance.write'), {
    input: z
      .object({ day: amountRule.nullable(), month: amountRule.nullable() })
      .refine(({ day, month }) => day === null || month === null || parseYuanOrThrow(day) <= parseYuanOrThrow(month), {
        error: '每日上限不能大于每月上限',
        path: ['day'],
      }),
    answer: spendCap,
  }),
  saveWarning: post('/api/finance/warning', '设置余额预警', member('finance.write'), {
    input: z
      .object({
        isOn: z.boolean(),
        first: amountRule,
        second: amountRule.nullable(),
        segmentCount: segmentThresholdRule.nullable(),
      })
      .refine(({ first, second }) => second === null || parseYuanOrThrow(second) < parseYuanOrThrow(first), {
        error: '二级阈值要小于一级阈值',
        path: ['second'],
      }),
    answer: balanceWarning,
  }),
}
