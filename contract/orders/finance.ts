import { z } from 'zod'
import { get, member, post, visitor } from '#contract/call.ts'
import { couponCodeRule, packageRule } from '#contract/rules.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { countTier, customCountRule } from './custom-count.ts'

const hao = z.number().int().min(0)
/** Number of packages in one purchase. */
export const quantityRule = z
  .number({ error: '请填写1-99的整数' })
  .int('请填写1-99的整数')
  .min(1, '请填写1-99的整数')
  .max(99, '请填写1-99的整数')
const segments = z.number().int().positive()

/** Limits of a package's sale, null where there are none, and its price model. */
const saleTerms = {
  limitPerAccount: z.number().int().nullable(),
  saleUntil: moment.nullable(),
  /** With a custom count, the unit prices; count and price are then those of the smallest number. Null: fixed size. */
  tiers: z.array(countTier).nullable(),
}

/** A package on sale. */
const offerFacts = z.object({
  /** Digits only; sent as text. */
  packageId: packageRule,
  name: z.string(),
  /** Segments, or link units. */
  segmentCount: segments,
  priceHao: hao,
  /** 原价; the same without a discount. */
  listPriceHao: hao,
  validityDays: z.number().int(),
  ...saleTerms,
})

/** A purchase. */
export const saleInput = {
  packageId: packageRule,
  quantity: quantityRule,
  /** Size of one package with a custom count. */
  customCount: customCountRule.optional(),
  couponCode: couponCodeRule.optional(),
}

export const financeCalls = {
  prices: get('/api/prices', '今日价格', visitor, {
    answer: z.object({
      /** Of a segment that no package pays for. */
      unitPrices: z.object({ otp: hao, transactional: hao, marketing: hao }),
      packages: z.array(offerFacts.extend({ kind: z.enum(['industry', 'marketing', 'general']) })),
      /** Of link units. */
      linkPackages: z.array(offerFacts),
      /** Value added tax included in prices, in hundredths of a percent; null: not set. */
      taxRateBp: z.object({ sms: z.number().int().nullable(), link: z.number().int().nullable() }),
    }),
  }),
  purchase: post('/api/packages/purchase', '购买套餐', member('finance.write'), {
    input: z.object({
      ...saleInput,
      /** The price that the buyer saw; another one is refused. */
      expectedHao: hao.optional(),
    }),
    answer: z.object({
      orderId: idOf('order'),
      orderNumber: z.string(),
      name: z.string(),
      segmentCount: segments,
      expiresAt: moment,
      amountHao: hao,
      /** The part paid by bonus credit. */
      bonusHao: hao,
      /** Balance afterwards. */
      availableHao: z.number().int(),
    }),
    refusals: [
      'package_unavailable',
      'price_changed',
      'package_limit',
      'coupon_unknown',
      'coupon_barred',
      'coupon_limited',
      'orders_waiting',
      'balance_insufficient',
    ],
    once: true,
  }),
}
