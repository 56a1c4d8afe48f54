import { z } from 'zod'
import { call, member, visitor } from '#contract/call.ts'
import { couponCodeRule, packageRule } from '#contract/rules.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { countTier, customCountRule } from './custom-count.ts'

const hao = z.number().int().min(0)
/** How many of a package are bought at once. */
export const quantityRule = z
  .number({ error: '请填写1-99的整数' })
  .int('请填写1-99的整数')
  .min(1, '请填写1-99的整数')
  .max(99, '请填写1-99的整数')
const segments = z.number().int().positive()

/** What limits the sale of a package, null where nothing does, and how its price is found. */
const saleTerms = {
  limitPerAccount: z.number().int().nullable(),
  saleUntil: moment.nullable(),
  /** Where the buyer says how many, what each costs; count and price are then those of the smallest number. Null: the package has its size. */
  tiers: z.array(countTier).nullable(),
}

/** A package on sale. */
const offerFacts = z.object({
  /** Digits only; it travels as text. */
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

/** What is bought. */
export const saleInput = {
  packageId: packageRule,
  quantity: quantityRule,
  /** How many one holds, of a package whose buyer says it. */
  customCount: customCountRule.optional(),
  couponCode: couponCodeRule.optional(),
}

export const financeCalls = {
  prices: call({
    method: 'GET',
    path: '/api/prices',
    summary: '今日价格',
    audience: visitor,
    input: z.object({}),
    answer: z.object({
      /** Of a segment that no package pays for. */
      unitPrices: z.object({ code: hao, notice: hao, marketing: hao }),
      packages: z.array(offerFacts.extend({ kind: z.enum(['industry', 'marketing', 'general']) })),
      /** Of link units. */
      linkPackages: z.array(offerFacts),
      /** Of value added tax, which prices include, in hundredths of a percent; null: none is set. */
      taxRateBp: z.object({ sms: z.number().int().nullable(), link: z.number().int().nullable() }),
    }),
    refusals: [],
  }),
  purchase: call({
    method: 'POST',
    path: '/api/packages/purchase',
    summary: '购买套餐',
    audience: member('finance.write'),
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
      /** Of it, what gift money paid. */
      bonusHao: hao,
      /** What the balance has after it. */
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
