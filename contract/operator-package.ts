import { z } from 'zod'
import { limits } from '#values/limits.ts'
import { parseYuan } from '#values/money.ts'
import { call, staff } from './call.ts'
import { historyCall } from './operator-history.ts'
import { packageKinds } from './package.ts'
import { amountRule, packageRule, textOf } from './rules.ts'
import { idOf, moment } from './scalars.ts'

const audience = staff('package.write')
const count = z.number().int()
const reason = textOf('原因', limits.remarkCharacters, 2)
const kind = z.enum(Object.keys(packageKinds) as [keyof typeof packageKinds, ...(keyof typeof packageKinds)[]])
const messageKind = z.enum(['code', 'notice', 'marketing'])
const wholeNumber = (name: string, most: number) =>
  z
    .number({ error: `请填写${name}` })
    .int('请填写整数')
    .min(1, `${name}至少为1`)
    .max(most, `${name}过大`)

/** Text of a yuan amount for one segment: 0.001 to 1, four decimals at most. */
export const unitPriceRule = z.string().refine(text => {
  const hao = parseYuan(text)
  return hao !== null && hao >= limits.unitPriceLeastHao && hao <= limits.unitPriceMostHao
}, '请填写0.001-1元的单价，最多四位小数')

export const packageFacts = z.object({
  name: textOf('套餐名称', limits.templateNameCharacters),
  kind,
  segmentCount: wholeNumber('条数', limits.grantSegments),
  price: amountRule,
  validityDays: wholeNumber('有效天数', limits.grantValidityDays),
})
const one = z.object({ packageId: packageRule })
const when = {
  /** Null: from now on. */
  startsAt: moment.nullable(),
}

export const operatorPackageCalls = {
  list: call({
    method: 'GET',
    path: '/api/operator/packages',
    summary: '套餐列表',
    audience,
    input: z.object({ sale: z.enum(['on', 'off']).optional() }),
    answer: z.object({
      rows: z.array(
        z.object({
          packageId: packageRule,
          name: z.string(),
          kind,
          segmentCount: count,
          priceHao: count,
          validityDays: count,
          isOnSale: z.boolean(),
          /** How many were bought. */
          soldCount: count,
        }),
      ),
    }),
    refusals: [],
  }),
  create: call({
    method: 'POST',
    path: '/api/operator/packages/create',
    summary: '新建套餐',
    audience,
    input: packageFacts.extend({ packageId: packageRule.max(9, '套餐编号最多9位数字'), reason }),
    answer: z.object({}),
    refusals: ['package_exists'],
    once: true,
  }),
  change: call({
    method: 'POST',
    path: '/api/operator/packages/change',
    summary: '修改套餐',
    audience,
    input: packageFacts.extend({ ...one.shape, reason }),
    answer: z.object({}),
    refusals: ['not_found', 'package_sold'],
    once: true,
  }),
  putOnSale: call({
    method: 'POST',
    path: '/api/operator/packages/put-on-sale',
    summary: '上架套餐',
    audience,
    input: one.extend({ reason }),
    answer: z.object({}),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  withdraw: call({
    method: 'POST',
    path: '/api/operator/packages/withdraw',
    summary: '下架套餐',
    audience,
    input: one.extend({ reason }),
    answer: z.object({}),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  history: historyCall('/api/operator/packages/history', '套餐的修改记录', 'package.write'),
}

export const operatorPriceCalls = {
  list: call({
    method: 'GET',
    path: '/api/operator/prices',
    summary: '单价',
    audience,
    /** Of one customer, with the prices for everybody that hold without its own. */
    input: z.object({ accountId: idOf('account').optional() }),
    answer: z.object({
      /** What holds now. */
      current: z.object({ code: count, notice: count, marketing: count }),
      accountName: z.string().nullable(),
      /** Newest first; null: the price for everybody again. */
      versions: z.array(z.object({ kind: messageKind, startsAt: moment, unitPriceHao: count.nullable(), isFuture: z.boolean() })),
    }),
    refusals: ['not_found'],
  }),
  accounts: call({
    method: 'GET',
    path: '/api/operator/prices/accounts',
    summary: '有单独价格的客户',
    audience,
    input: z.object({}),
    answer: z.object({
      rows: z.array(
        z.object({
          accountId: idOf('account'),
          name: z.string(),
          prices: z.object({ code: count.nullable(), notice: count.nullable(), marketing: count.nullable() }),
        }),
      ),
    }),
    refusals: [],
  }),
  set: call({
    method: 'POST',
    path: '/api/operator/prices/set',
    summary: '设置单价',
    audience,
    input: z.object({
      ...when,
      kind: messageKind,
      accountId: idOf('account').nullable(),
      /** Null, of a customer alone: the price for everybody again. */
      unitPrice: unitPriceRule.nullable(),
      reason,
    }),
    answer: z.object({}),
    refusals: ['not_found', 'price_past', 'price_exists', 'input_invalid'],
    once: true,
  }),
  cancel: call({
    method: 'POST',
    path: '/api/operator/prices/cancel',
    summary: '取消未生效的单价',
    audience,
    input: z.object({ kind: messageKind, startsAt: moment, accountId: idOf('account').nullable(), reason }),
    answer: z.object({}),
    refusals: ['not_found', 'price_past'],
    once: true,
  }),
  history: historyCall('/api/operator/prices/history', '单价的修改记录', 'package.write'),
}
