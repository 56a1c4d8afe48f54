import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { amountRule, packageRule } from '#contract/rules.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { parseYuanOrThrow } from '#values/money.ts'
import { saleKinds } from './package.ts'

const kind = z.enum(keysOf(saleKinds))
const hao = z.number().int()
const count = z.number().int()
const thresholdText = `请填写1-${limits.warnedSegments.toLocaleString('en-US')}的整数`

/** The rest of segments or link units below which a package is renewed. */
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
  /** The agreed price. */
  priceHao: hao,
  thresholdCount: count,
  monthCapHao: hao,
  /** Spent by the rule in this month in China. */
  spentHao: hao,
  /** Why the last renewal failed; null: it did not. */
  problem: z.string().nullable(),
})

/** 自动续购: automatic renewal of a package from the balance when too little of its kind is left. */
export const rebuyCalls = {
  list: get('/api/packages/rebuy', '自动续购', member('finance.read'), {
    answer: z.object({
      rules: z.array(rule),
      /** Choices, of every kind. */
      offers: z.array(z.object({ kind, packageId: packageRule, name: z.string(), segmentCount: count, priceHao: hao })),
    }),
  }),
  save: post('/api/packages/rebuy/save', '设置自动续购', member('finance.write'), {
    input: z
      .object({
        packageId: packageRule,
        /** The price that was shown. */
        expectedHao: hao.min(0),
        thresholdCount: rebuyThresholdRule,
        monthCap: amountRule,
      })
      .refine(({ monthCap, expectedHao }) => parseYuanOrThrow(monthCap) >= expectedHao, {
        error: '每月上限不能低于套餐价格',
        path: ['monthCap'],
      }),
    answer: z.object({ kind }),
    refusals: ['package_unavailable', 'price_changed'],
  }),
  remove: post('/api/packages/rebuy/remove', '关闭自动续购', member('finance.write'), {
    input: z.object({ kind }),
    refusals: ['not_found'],
  }),
}
