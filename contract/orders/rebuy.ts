import { z } from 'zod'
import { call, member } from '#contract/call.ts'
import { amountRule, packageRule } from '#contract/rules.ts'
import { moment } from '#contract/scalars.ts'
import { limits } from '#values/limits.ts'
import { parseYuan } from '#values/money.ts'
import { type SaleKind, saleKinds } from './package.ts'

const kind = z.enum(Object.keys(saleKinds) as [SaleKind, ...SaleKind[]])
const hao = z.number().int()
const count = z.number().int()
const thresholdText = `请填写1-${limits.warnedSegments.toLocaleString('en-US')}的整数`

/** Below which remains a package is bought again: segments or link units. */
export const rebuyThresholdRule = z
  .number({ error: thresholdText })
  .int(thresholdText)
  .min(1, thresholdText)
  .max(limits.warnedSegments, thresholdText)

const rule = z.object({
  kind,
  packageId: packageRule,
  name: z.string(),
  /** Of the package, in segments or link units. */
  segmentCount: count,
  /** The price that was agreed to. */
  priceHao: hao,
  thresholdCount: count,
  monthCapHao: hao,
  /** What was bought by the rule in this month of China. */
  spentHao: hao,
  /** Why nothing could be bought the last time; null: there was no such time since. */
  problem: z.string().nullable(),
  changedAt: moment,
})

/** 自动续购: a package that is bought again from the balance as soon as too little of its kind is left. */
export const rebuyCalls = {
  list: call({
    method: 'GET',
    path: '/api/packages/rebuy',
    summary: '自动续购',
    audience: member('finance.read'),
    input: z.object({}),
    answer: z.object({
      rules: z.array(rule),
      /** What can be chosen, of every kind. */
      offers: z.array(z.object({ kind, packageId: packageRule, name: z.string(), segmentCount: count, priceHao: hao })),
    }),
    refusals: [],
  }),
  save: call({
    method: 'POST',
    path: '/api/packages/rebuy/save',
    summary: '设置自动续购',
    audience: member('finance.write'),
    input: z
      .object({
        packageId: packageRule,
        /** The price that was shown. */
        expectedHao: hao.min(0),
        thresholdCount: rebuyThresholdRule,
        monthCap: amountRule,
      })
      .refine(({ monthCap, expectedHao }) => parseYuan(monthCap)! >= expectedHao, {
        error: '每月上限不能低于套餐价格',
        path: ['monthCap'],
      }),
    answer: z.object({ kind }),
    refusals: ['package_unavailable', 'price_changed'],
  }),
  remove: call({
    method: 'POST',
    path: '/api/packages/rebuy/remove',
    summary: '关闭自动续购',
    audience: member('finance.write'),
    input: z.object({ kind }),
    answer: z.object({}),
    refusals: ['not_found'],
  }),
}
