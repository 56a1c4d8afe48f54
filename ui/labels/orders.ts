import { orderStates, refundStates } from '#contract/orders/order.ts'
import type { SaleKind } from '#contract/orders/package.ts'
import { tagged } from '#ui/display/StateTag.tsx'

export const orderStateTags = tagged(orderStates, {
  waiting: 'waiting',
  paid: 'good',
  cancelled: 'ended',
  expired: 'ended',
  refunding: 'progress',
  partly_refunded: 'ended',
  refunded: 'ended',
})

export const refundStateTags = tagged(refundStates, {
  waiting: 'waiting',
  checking: 'progress',
  done: 'good',
  rejected: 'bad',
  withdrawn: 'ended',
})

export const saleUses: Record<SaleKind, string> = {
  industry: '验证码和通知',
  marketing: '推广短信',
  general: '验证码、通知和推广',
  link: '短链接、收件人专属短链和访问统计',
}
