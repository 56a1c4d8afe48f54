import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { amountRule, packageRule, textOf } from '#contract/rules.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { historyCall } from '#contract/staff/admin-history.ts'
import { countries } from '#values/country.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { parseYuan } from '#values/money.ts'
import { countTier, customCountRule } from './custom-count.ts'
import { saleKinds } from './package.ts'

const audience = staff('package.write')
const count = z.number().int()
const reason = textOf('原因', limits.remarkCharacters, 2)
const kind = z.enum(keysOf(saleKinds))
const messageKind = z.enum(['otp', 'transactional', 'marketing'])
const wholeNumber = (name: string, most: number) =>
  z
    .number({ error: `请填写${name}` })
    .int('请填写整数')
    .min(1, `${name}至少为1`)
    .max(most, `${name}过大`)

/** Text of an amount in yuan for one segment: 0.001 to 1, four decimals at most. */
export const unitPriceRule = z.string().refine(text => {
  const hao = parseYuan(text)
  return hao !== null && hao >= limits.minUnitPriceHao && hao <= limits.maxUnitPriceHao
}, '请填写0.001-1元的单价，最多四位小数')

/** The same to another country: up to 10. */
export const countryPriceRule = z.string().refine(text => {
  const hao = parseYuan(text)
  return hao !== null && hao >= limits.minUnitPriceHao && hao <= limits.maxCountryPriceHao
}, '请填写0.001-10元的单价，最多四位小数')
const countryPrice = z.object({ startsAt: moment, unitPriceHao: z.number().int().nullable() })

/** Start and unit price of a tier. */
const tierInput = z.object({ from: customCountRule, unitPrice: unitPriceRule })

/** Size of a package of fixed size. */
export const packageCountRule = wholeNumber('数量', limits.grantSegments)

/** Facts of a package in one of its versions; its kind is set once, when it is created. */
export const packageFacts = z.object({
  name: textOf('套餐名称', limits.templateNameCharacters),
  /** Count and price are null with a custom count, and the tiers null with a fixed size. */
  segmentCount: packageCountRule.nullable(),
  price: amountRule.nullable(),
  tiers: z.array(tierInput).min(1).max(limits.countTiers).nullable().default(null),
  /** 原价, struck through beside the price; null: the same. */
  listPrice: amountRule.nullable(),
  validityDays: wholeNumber('有效天数', limits.grantValidityDays),
  /** Purchase limit per account; null: unlimited. */
  limitPerAccount: wholeNumber('限购份数', 999).nullable(),
  /** On sale between these moments only. */
  saleFrom: moment.nullable(),
  saleUntil: moment.nullable(),
})

/**
 * Why tiers are invalid, or null: the first starts at the smallest custom count, each other one later and cheaper than
 * the one before.
 */
export function tierError(tiers: readonly z.output<typeof tierInput>[]): string | null {
  if (tiers[0]?.from !== limits.customCountStep) return `第1档须从${limits.customCountStep.toLocaleString('en-US')}开始`
  for (const [index, { from, unitPrice }] of tiers.entries()) {
    const before = tiers[index - 1]
    if (before && from <= before.from) return `第${index + 1}档的起始数量须大于前一档`
    if (before && (parseYuan(unitPrice) ?? 0) >= (parseYuan(before.unitPrice) ?? 0)) return `第${index + 1}档的单价须低于前一档`
  }
  return null
}

const checkFacts = (facts: Partial<z.output<typeof packageFacts>>, context: z.RefinementCtx) => {
  const { segmentCount, price, listPrice, tiers, saleFrom, saleUntil } = facts
  const add = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (tiers) {
    if (segmentCount !== null || price !== null || listPrice !== null) add('tiers', '自定义数量的套餐按档位定价，不填数量、售价和原价')
    const error = tierError(tiers)
    if (error) add('tiers', error)
  } else {
    if (segmentCount === null) add('segmentCount', '请填写数量')
    if (price === null) add('price', '请填写售价')
    if (price && segmentCount && (parseYuan(price) ?? 0) < limits.minUnitPriceHao * segmentCount) add('price', '平均每条不能低于0.001元')
  }
  if (price && listPrice && (parseYuan(listPrice) ?? 0) < (parseYuan(price) ?? 0)) add('listPrice', '原价不能低于售价')
  if (saleFrom && saleUntil && saleUntil <= saleFrom) add('saleUntil', '停售时间须晚于开售时间')
}
const one = z.object({ packageId: packageRule })
/** approving: a second person must approve before it is in force. */
const priced = z.object({ state: z.enum(['done', 'approving']) })
const measure = z.object({ usualHao: z.number().nullable(), costHao: z.number().nullable() })
const when = {
  /** Null: from now on. */
  startsAt: moment.nullable(),
}

const version = z.object({
  version: count,
  name: z.string(),
  kind,
  segmentCount: count,
  priceHao: count,
  listPriceHao: count,
  /** With a custom count; count and price are then those of the smallest number. */
  tiers: z.array(countTier).nullable(),
  validityDays: count,
  limitPerAccount: count.nullable(),
  saleFrom: moment.nullable(),
  saleUntil: moment.nullable(),
})

export const adminPackageCalls = {
  list: get('/api/admin/packages', '套餐列表', audience, {
    input: z.object({ sale: z.enum(['on', 'off']).optional() }),
    answer: z.object({
      rows: z.array(
        version.extend({
          packageId: packageRule,
          /** Not withdrawn; whether it can be bought now also depends on its dates. */
          isOffered: z.boolean(),
          isOnSale: z.boolean(),
          /** Number of purchases. */
          soldCount: count,
          /** The pending version. */
          pending: z.object({ startsAt: moment, priceHao: count }).nullable(),
        }),
      ),
      /** Reference values for a unit's price. */
      measures: z.object({ industry: measure, marketing: measure, general: measure, link: measure }),
    }),
  }),
  create: post('/api/admin/packages/create', '新建套餐', audience, {
    input: packageFacts.extend({ packageId: packageRule.max(9, '套餐编号最多9位数字'), kind, reason }).superRefine(checkFacts),
    answer: priced,
    refusals: ['package_exists'],
    once: true,
  }),
  change: post('/api/admin/packages/change', '发布套餐的新版本', audience, {
    input: packageFacts.extend({ ...one.shape, ...when, reason }).superRefine(checkFacts),
    answer: priced,
    refusals: ['not_found', 'price_past', 'package_version_pending'],
    once: true,
  }),
  versions: get('/api/admin/packages/versions', '套餐的各个版本', audience, {
    input: one,
    /** Newest first. */
    answer: z.object({
      rows: z.array(version.extend({ startsAt: moment, isFuture: z.boolean(), by: z.string().nullable() })),
    }),
    refusals: ['not_found'],
  }),
  cancelVersion: post('/api/admin/packages/cancel-version', '取消未生效的套餐版本', audience, {
    input: one.extend({ reason }),
    refusals: ['not_found'],
    once: true,
  }),
  putOnSale: post('/api/admin/packages/put-on-sale', '上架套餐', audience, {
    input: one.extend({ reason }),
    answer: priced,
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  withdraw: post('/api/admin/packages/withdraw', '下架套餐', audience, {
    input: one.extend({ reason }),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  history: historyCall('/api/admin/packages/history', '套餐的修改记录', 'package.write'),
}

export const adminPriceCalls = {
  list: get('/api/admin/prices', '单价', audience, {
    /** Of one customer, with the public prices that apply without its own. */
    input: z.object({ accountId: idOf('account').optional() }),
    answer: z.object({
      /** Prices in force. */
      current: z.object({ otp: count, transactional: count, marketing: count }),
      /** Reference values for a new price. */
      measures: z.object({ otp: measure, transactional: measure, marketing: measure }),
      accountName: z.string().nullable(),
      /** Newest first; null: back to the public price. */
      versions: z.array(z.object({ kind: messageKind, startsAt: moment, unitPriceHao: count.nullable(), isFuture: z.boolean() })),
    }),
    refusals: ['not_found'],
  }),
  accounts: get('/api/admin/prices/accounts', '有单独价格的客户', audience, {
    answer: z.object({
      rows: z.array(
        z.object({
          accountId: idOf('account'),
          name: z.string(),
          prices: z.object({ otp: count.nullable(), transactional: count.nullable(), marketing: count.nullable() }),
        }),
      ),
    }),
  }),
  set: post('/api/admin/prices/set', '设置单价', audience, {
    input: z.object({
      ...when,
      kind: messageKind,
      accountId: idOf('account').nullable(),
      /** Null, for a customer only: back to the public price. */
      unitPrice: unitPriceRule.nullable(),
      reason,
    }),
    answer: priced,
    refusals: ['not_found', 'price_past', 'price_exists', 'input_invalid'],
    once: true,
  }),
  cancel: post('/api/admin/prices/cancel', '取消未生效的单价', audience, {
    input: z.object({ kind: messageKind, startsAt: moment, accountId: idOf('account').nullable(), reason }),
    refusals: ['not_found', 'price_past'],
    once: true,
  }),
  countries: get('/api/admin/prices/countries', '国际及港澳台单价', audience, {
    answer: z.object({
      /** Those that have or had a price, by name; `next`: set for later. */
      rows: z.array(z.object({ country: z.string(), unitPriceHao: count.nullable(), next: countryPrice.nullable() })),
    }),
  }),
  setCountry: post('/api/admin/prices/set-country', '设置国际及港澳台单价', audience, {
    input: z.object({
      ...when,
      country: z.enum(countries, '请选择国家或地区'),
      /** Null: closed. */
      unitPrice: countryPriceRule.nullable(),
      reason,
    }),
    refusals: ['price_past', 'price_exists'],
    once: true,
  }),
  history: historyCall('/api/admin/prices/history', '单价的修改记录', 'package.write'),
}
