import { orderInvoiceStates } from '#contract/orders/order.ts'
import type { PackageState } from '#contract/orders/package.ts'
import { type Tag, tagged } from '#ui/display/StateTag.tsx'
import { limits } from '#values/limits.ts'

/** Texts of the payment buttons. */
export const payTexts = { balance: '用余额支付', alipay: '用支付宝支付', wechat: '用微信支付', bank: '用对公转账支付' } as const

export const refundRuleNames = {
  whole: `支付${limits.wholeRefundDays}天内且未使用，全额退款`,
  rest: `支付${limits.refundDays}天内，按实付减去已用部分（按已用数量所在档位的单价）退款`,
} as const

export const orderInvoiceStateTags = tagged(orderInvoiceStates, { none: 'ended', part: 'progress', whole: 'good', owed: 'bad' })

export const packageStateTags: Record<PackageState, Tag> = {
  usable: { name: '使用中', tone: 'good' },
  pending: { name: '未生效', tone: 'waiting' },
  refunding: { name: '退款中', tone: 'waiting' },
  used: { name: '已用尽', tone: 'ended' },
  expired: { name: '已过期', tone: 'ended' },
  refunded: { name: '已退款', tone: 'ended' },
}

export const whenEmptyNames = { balance: '用尽转余额', stop: '用尽停发' } as const
