import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { closeReasons, rechargeStates } from '#contract/payments/recharge.ts'
import { packageRule, textOf } from '#contract/rules.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { formatYuan, haoPerFen } from '#values/money.ts'
import { saleInput } from './finance.ts'
import { saleKinds } from './package.ts'

export const orderStates = {
  waiting: '待支付',
  paid: '已支付',
  cancelled: '已取消',
  expired: '已超时',
  refunding: '退款中',
  partly_refunded: '部分退款',
  refunded: '已退款',
} as const
export type OrderState = keyof typeof orderStates

export const orderPaymentMethods = { balance: '余额', alipay: '支付宝', wechat: '微信支付', bank: '对公转账' } as const
export type OrderPaymentMethod = keyof typeof orderPaymentMethods
/** Packages of messages and of short links, as orders and bills name them. */
export const orderProducts = { sms: '短信', link: '短链' } as const
export type OrderProduct = keyof typeof orderProducts

/**
 * Payment that an order needs from outside: its price plus the account's debt, since incoming money pays that first; in
 * whole fen.
 */
export const dueHao = (amountHao: number, availableHao: number): number =>
  amountHao + Math.ceil(Math.max(0, -availableHao) / haoPerFen) * haoPerFen

/** Warning before a payment that first settles the account's arrears; null: there are none, or the balance pays. */
export function arrearsText(amountHao: number, availableHao: number, paymentMethod: OrderPaymentMethod): string | null {
  if (paymentMethod === 'balance' || availableHao >= 0) return null
  const wholeHao = dueHao(amountHao, availableHao)
  const act = paymentMethod === 'bank' ? '汇款' : '支付'
  return `先还欠费 ${formatYuan(wholeHao - amountHao)}，共需${act} ${formatYuan(wholeHao)}`
}

/** Acts on an order and the states that allow them: buttons and rules use this table. */
const orderCan = {
  pay: ['waiting'],
  cancel: ['waiting'],
  requestRefund: ['paid'],
  withdrawRefund: ['refunding'],
} as const satisfies Record<string, readonly OrderState[]>
export const orderMay = (act: keyof typeof orderCan, state: OrderState) => orderCan[act].some(one => one === state)

export const refundStates = { waiting: '待审核', checking: '待复核', done: '已退款', rejected: '已驳回', withdrawn: '已撤销' } as const
export type RefundState = keyof typeof refundStates

/** Why nothing is refunded, as a sentence. */
export const refundBars = {
  late: `支付已超过${limits.refundDays}天，不能退款`,
  ended: '套餐已过期，不能退款',
  held: '还有发送中的短信冻结着这个套餐，状态报告到齐后再申请',
  used_up: '套餐已用完，没有可退的余量',
  worth_nothing: '已用部分按档位价计算不少于实付金额，没有可退的金额',
} as const
const refundRules = ['whole', 'rest'] as const

/** How much of an order's cash is invoiced or requested. */
export const orderInvoiceStates = { none: '未开票', part: '部分开票', whole: '已开票', owed: '欠票' } as const
interface Invoiced {
  paidAt: unknown
  amountHao: number
  bonusHao: number
  refundedHao: number
  refundedBonusHao: number
  invoicedHao: number
}

/** Null: nothing to invoice. 欠票: invoiced beyond the order's final cost. */
export function orderInvoiceState(order: Invoiced): keyof typeof orderInvoiceStates | null {
  const cashHao = order.amountHao - order.bonusHao - (order.refundedHao - order.refundedBonusHao)
  if (order.invoicedHao > cashHao) return 'owed'
  if (order.paidAt === null || cashHao === 0) return null
  if (order.invoicedHao === 0) return 'none'
  return order.invoicedHao < cashHao ? 'part' : 'whole'
}

/** 「DOUBLE12（双十二满减）¥20.00」. */
export const couponText = ({ code, name, couponHao }: { code: string; name: string; couponHao: number }) =>
  `${code}（${name}）${formatYuan(couponHao)}`

const state = z.enum(keysOf(orderStates))
const paymentMethod = z.enum(keysOf(orderPaymentMethods))
const product = z.enum(keysOf(orderProducts))
const hao = z.number().int()
const count = z.number().int()

export const orderRow = z.object({
  orderId: idOf('order'),
  orderNumber: z.string(),
  product,
  kind: z.enum(keysOf(saleKinds)),
  packageId: packageRule,
  name: z.string(),
  quantity: count,
  /** Per package. */
  segmentCount: count,
  validityDays: count,
  listHao: hao,
  discountHao: hao,
  /** The coupon's part of the discount; null: none was used. */
  coupon: z.object({ code: z.string(), name: z.string(), couponHao: hao }).nullable(),
  /** Amount to pay, or paid. */
  amountHao: hao,
  /** The part paid by bonus credit; the balance paid the rest. */
  bonusHao: hao,
  refundedHao: hao,
  /** The part refunded to bonus credit. */
  refundedBonusHao: hao,
  /** On invoices and open requests. */
  invoicedHao: hao,
  state,
  paymentMethod: paymentMethod.nullable(),
  createdAt: moment,
  expiresAt: moment,
  paidAt: moment.nullable(),
  endedAt: moment.nullable(),
  memberName: z.string().nullable(),
})

/**
 * Refund tier: from so many used on, `priceHao` for every `perCount`. `name`: the package whose price it is; null: the
 * single price.
 */
const tier = z.object({ from: count, priceHao: hao, perCount: count, name: z.string().nullable() })

const refundSum = z.union([
  z.object({ bar: z.null(), rule: z.enum(refundRules), amountHao: hao, usedHao: hao, tier: tier.nullable() }),
  z.object({ bar: z.enum(keysOf(refundBars)) }),
])

export const refundFacts = z.object({
  refundId: idOf('refund'),
  state: z.enum(keysOf(refundStates)),
  amountHao: hao,
  usedCount: count,
  returnedCount: count,
  reason: z.string(),
  memberName: z.string().nullable(),
  askedAt: moment,
  /** The reason of staff's rejection. */
  answer: z.string().nullable(),
  decidedAt: moment.nullable(),
})

export const orderDetail = orderRow.extend({
  /** The package of the order. */
  grant: z
    .object({
      grantId: idOf('grant'),
      segmentCount: count,
      usedCount: count,
      heldCount: count,
      leftCount: count,
      expiresAt: moment,
    })
    .nullable(),
  /** Attempts to pay it at a gateway, newest first. */
  payments: z.array(
    z.object({
      rechargeId: idOf('recharge'),
      tradeNumber: z.string(),
      paymentMethod: z.enum(['alipay', 'wechat']),
      state: z.enum(keysOf(rechargeStates)),
      closeReason: z.enum(closeReasons).nullable(),
      amountHao: hao,
      createdAt: moment,
      paidAt: moment.nullable(),
      gatewayNumber: z.string().nullable(),
    }),
  ),
  refunds: z.array(refundFacts),
})

const one = z.object({ orderId: idOf('order') })
const reason = textOf('退款原因', limits.remarkCharacters, 2)

export const orderFilter = {
  state: state.optional(),
  product: product.optional(),
  paymentMethod: paymentMethod.optional(),
  orderNumber: z.string().trim().max(40).optional(),
  from: moment.optional(),
  until: moment.optional(),
}

export const orderCalls = {
  create: post('/api/orders/create', '下单并发起在线支付或对公转账', member('finance.write'), {
    input: z.object({
      ...saleInput,
      expectedHao: hao.min(0),
      paymentMethod: z.enum(['alipay', 'wechat', 'bank']),
    }),
    /** The payment attempt; null: it waits for a bank transfer. */
    answer: z.object({ orderId: idOf('order'), rechargeId: idOf('recharge').nullable() }),
    refusals: [
      'package_unavailable',
      'price_changed',
      'package_limit',
      'coupon_unknown',
      'coupon_barred',
      'coupon_limited',
      'orders_waiting',
      'payment_method_closed',
      'recharges_waiting',
    ],
    once: true,
  }),
  pay: post('/api/orders/pay', '支付订单', member('finance.write'), {
    input: one.extend({ paymentMethod }),
    /** The payment attempt; null: it is paid from the balance, or waits for a bank transfer. */
    answer: z.object({ state, rechargeId: idOf('recharge').nullable() }),
    refusals: [
      'not_found',
      'state_forbids',
      'order_ended',
      'package_unavailable',
      'price_changed',
      'balance_insufficient',
      'payment_method_closed',
      'payment_unavailable',
      'recharges_waiting',
    ],
    once: true,
  }),
  cancel: post('/api/orders/cancel', '取消订单', member('finance.write'), {
    input: one,
    /** `paid` when a payment came first. */
    answer: z.object({ state }),
    refusals: ['not_found', 'state_forbids', 'payment_unavailable'],
  }),
  refundSum: get('/api/orders/refund-sum', '订单可退金额', member('finance.read'), {
    input: one,
    answer: z.object({
      sum: refundSum,
      tiers: z.array(tier),
      usedCount: count,
      leftCount: count,
      paidHao: hao,
      paidBonusHao: hao,
    }),
    refusals: ['not_found', 'state_forbids'],
  }),
  requestRefund: post('/api/orders/ask-refund', '申请退款', member('finance.write'), {
    input: one.extend({
      reason,
      /** The sum that was shown; another one is refused. */
      expectedHao: hao.min(0),
    }),
    answer: z.object({ refundId: idOf('refund'), amountHao: hao }),
    refusals: ['not_found', 'state_forbids', 'refund_barred', 'refund_changed'],
    once: true,
  }),
  withdrawRefund: post('/api/orders/withdraw-refund', '撤销退款申请', member('finance.write'), {
    input: one,
    answer: z.object({ state }),
    refusals: ['not_found', 'state_forbids'],
  }),
  one: get('/api/orders/one', '订单详情', member('finance.read'), { input: one, answer: orderDetail, refusals: ['not_found'] }),
  list: get('/api/orders/list', '订单列表', member('finance.read'), {
    input: z.object({ ...orderFilter, order: z.enum(['amount', 'list']).optional(), cursor: z.uuid().optional(), pageSize }),
    answer: pageOf(orderRow).extend({
      /** Over the whole filter. */
      totals: z.object({ orderCount: count, paidHao: hao, bonusHao: hao, refundedHao: hao }),
    }),
  }),
}
