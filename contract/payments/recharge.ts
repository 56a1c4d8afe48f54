import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { amountRule } from '#contract/rules.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'

/** Payment methods that are paid at once. */
export const onlinePaymentMethodNames = { alipay: '支付宝', wechat: '微信支付' } as const
export type OnlinePaymentMethod = keyof typeof onlinePaymentMethodNames

export const paymentMethodNames = { ...onlinePaymentMethodNames, bank: '对公转账' } as const
export type PaymentMethod = keyof typeof paymentMethodNames

export const rechargeStates = {
  waiting: '待支付',
  /** Unpaid as well: the gateway reports that the payer has started. */
  paying: '支付中',
  paid: '已到账',
  closed: '已关闭',
  failed: '金额不符，待核对',
  returned: '已原路退回',
} as const
export type RechargeState = keyof typeof rechargeStates
/** Can still be paid, or cancelled. */
export const isUnpaid = (state: RechargeState): boolean => state === 'waiting' || state === 'paying'

/** Reasons for closing one unpaid. */
export const closeReasons = ['cancelled', 'expired', 'unavailable', 'replaced'] as const
export type CloseReason = (typeof closeReasons)[number]

/** Offered sums, in yuan. */
export const rechargePresets = ['100', '500', '1000', '5000', '10000'] as const

const paymentMethod = z.enum(keysOf(paymentMethodNames))
const online = z.enum(keysOf(onlinePaymentMethodNames))
const state = z.enum(keysOf(rechargeStates))
const hao = z.number().int()

export const rechargeRow = z.object({
  rechargeId: idOf('recharge'),
  tradeNumber: z.string(),
  paymentMethod,
  amountHao: hao,
  /** Refunded so far, or planned. */
  refundedHao: hao,
  state,
  closeReason: z.enum(closeReasons).nullable(),
  /** The gateway's number and its name of the payer; null before a payment. */
  gatewayNumber: z.string().nullable(),
  payer: z.string().nullable(),
  createdAt: moment,
  expiresAt: moment,
  paidAt: moment.nullable(),
  memberName: z.string().nullable(),
})

const one = z.object({ rechargeId: idOf('recharge') })

export const rechargeCalls = {
  paymentMethods: get('/api/recharge/payment-methods', '可用的充值方式', member('finance.write'), {
    answer: z.object({
      paymentMethods: z.array(online),
      /** Whether the platform accepts bank transfers. */
      takesTransfers: z.boolean(),
      /** URL of the payment simulator; null with real gateways. */
      simulator: z.url().nullable(),
    }),
  }),
  create: post('/api/recharge/create', '发起充值', member('finance.write'), {
    input: z.object({ paymentMethod: online, amount: amountRule }),
    answer: one,
    refusals: ['payment_method_closed', 'recharges_waiting'],
    once: true,
  }),
  one: get('/api/recharge/one', '充值详情', member('finance.read'), {
    input: one,
    answer: z.object({
      ...rechargeRow.shape,
      /** The payer's way to the gateway, while it is unpaid and for members who may pay. */
      nextAction: z
        .discriminatedUnion('kind', [
          z.object({ kind: z.literal('page'), url: z.url() }),
          z.object({ kind: z.literal('code'), text: z.string() }),
        ])
        .nullable(),
      /** The current balance. */
      availableHao: hao,
    }),
    refusals: ['not_found'],
  }),
  check: post('/api/recharge/check', '向支付通道查询到账', member('finance.write'), {
    input: one,
    answer: z.object({ state }),
    refusals: ['not_found', 'payment_unavailable'],
  }),
  cancel: post('/api/recharge/cancel', '取消充值', member('finance.write'), {
    input: one,
    answer: z.object({ state }),
    refusals: ['not_found', 'payment_unavailable'],
  }),
  list: get('/api/recharge/list', '充值记录', member('finance.read'), {
    input: z.object({
      state: state.optional(),
      paymentMethod: paymentMethod.optional(),
      tradeNumber: z.string().trim().max(40).optional(),
      from: moment.optional(),
      until: moment.optional(),
      cursor: z.uuid().optional(),
      pageSize,
    }),
    answer: pageOf(rechargeRow),
  }),
}

/** PDF receipt of an arrived payment; answered as bytes. */
export const rechargeReceiptRoute = {
  method: 'GET',
  path: '/api/recharge/receipt',
  summary: '下载充值回单',
  audience: member('finance.read'),
  input: one,
} as const
