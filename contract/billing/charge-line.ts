import { z } from 'zod'
import { orderPaymentMethods } from '#contract/orders/order.ts'
import { amountRule } from '#contract/rules.ts'
import { idOf, wholeNumber } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'

/** Kinds of lines of consumption and of bills, with the texts of the screens. */
export const lineKinds = { order: '订单', usage: '用量', refund: '退款', adjust: '调账' } as const
export type LineKind = keyof typeof lineKinds

export const lineProducts = { sms: '短信', link: '短链' } as const
export type LineProduct = keyof typeof lineProducts

/** 计费项 with their units. */
export const lineItems = {
  otp: { name: '验证码短信', unit: '条' },
  transactional: { name: '通知短信', unit: '条' },
  marketing: { name: '推广短信', unit: '条' },
  link: { name: '创建短链', unit: '次' },
  visit: { name: '短链访问', unit: '次' },
  package: { name: '套餐购买', unit: '个' },
  adjust: { name: '余额调整', unit: '笔' },
} as const
export type LineItem = keyof typeof lineItems

/** What paid; orders paid at a gateway or by transfer are marked. */
export const lineSources = {
  balance: '余额',
  bonus: '赠送金',
  package: '购买的套餐',
  gift: '赠送的套餐',
  alipay: orderPaymentMethods.alipay,
  wechat: orderPaymentMethods.wechat,
  bank: orderPaymentMethods.bank,
} as const
export type LineSource = keyof typeof lineSources

/** Outcome of what a line held: all charged, or partly or wholly released. What is still held has no line yet. */
export const lineStates = { settled: '已结清', part: '部分返还', returned: '已返还' } as const
export type LineState = keyof typeof lineStates
export const lineStateOf = ({ quantity, returnedCount }: { quantity: number; returnedCount: number }): LineState =>
  returnedCount === 0 ? 'settled' : quantity === 0 ? 'returned' : 'part'

export const lineKind = z.enum(keysOf(lineKinds))
export const lineProduct = z.enum(keysOf(lineProducts))
export const lineItem = z.enum(keysOf(lineItems))
const lineState = z.enum(keysOf(lineStates))
export const lineSource = z.enum(keysOf(lineSources))

/** Further filters of lines: state, and the amount that the balance paid or got back, in yuan without a sign. */
export const lineBounds = { state: lineState.optional(), least: amountRule.optional(), most: amountRule.optional() }

/** A day in China, `2026-11-21`. */
export const dayText = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, '日期格式不正确')
  .refine(text => new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) ?? false, '日期不存在')

export const hao = z.number().int()
const count = z.number().int()

/**
 * Hao: list price, discount, what packages paid at list price, and what bonus credit and balance paid: list − discount
 * − packages − bonus = cash.
 */
export const lineSums = z.object({
  listHao: hao,
  discountHao: hao,
  packageHao: hao,
  bonusHao: hao,
  cashHao: hao,
})
export type LineSums = z.output<typeof lineSums>

export const chargeLine = lineSums.extend({
  /** Day of booking. */
  day: dayText,
  kind: lineKind,
  product: lineProduct.nullable(),
  item: lineItem,
  source: lineSource,
  app: z.object({ appId: idOf('app'), name: z.string() }).nullable(),
  broadcast: z.object({ broadcastId: idOf('broadcast'), name: z.string() }).nullable(),
  grant: z.object({ grantId: idOf('grant'), name: z.string() }).nullable(),
  order: z.object({ orderId: idOf('order'), orderNumber: z.string(), name: z.string() }).nullable(),
  /** Charged segments, used units, bought packages. */
  quantity: count,
  /** Held segments that were released, since they weren't delivered. */
  returnedCount: count,
  unitPriceHao: hao,
  listPriceHao: hao,
  /** Adjustment of the balance, negative when it takes; it is no payment, so all other sums of its line are 0. */
  adjustHao: hao,
  /** Value added tax, in hundredths of a percent. */
  rateBp: count.nullable(),
  /** Value added tax in the cash; net is cash − tax. */
  taxHao: hao,
})
export type ChargeLine = z.output<typeof chargeLine>

/** Sums over a filter's lines. */
export const lineTotals = lineSums.extend({
  lineCount: count,
  /** Segments of messages by what paid for them. */
  balanceSegments: count,
  bonusSegments: count,
  packageSegments: count,
  giftSegments: count,
  returnedSegments: count,
  linkUnits: count,
  orderHao: hao,
  usageHao: hao,
  refundHao: hao,
  adjustHao: hao,
  /** Sum of the lines' taxes. */
  taxHao: hao,
})
export type LineTotals = z.output<typeof lineTotals>

/** An offset: there are few lines. */
export const lineCursor = wholeNumber(0, 1_000_000).optional()
