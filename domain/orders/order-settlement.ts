import { orderPaymentMethods } from '#contract/orders/order.ts'
import type { Tx } from '#db/connect.ts'
import { balancesOf } from '#domain/ledger/index.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import type { GatewayName } from '#payment/gateway.ts'
import type { AccountId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'
import { lockOrder, payOrder } from './order.ts'
import { endOrder } from './order-end.ts'

/**
 * Completes an order with a payment just booked. If the order has ended, or the account's debt exceeds the payment, the
 * money stays in the balance, the order ends, and the customer is notified.
 */
export async function buyWithPayment(
  tx: Tx,
  account: AccountId,
  { orderId, paymentMethod, amountHao, now }: { orderId: string; paymentMethod: GatewayName; amountHao: number; now: Date },
): Promise<void> {
  const order = await lockOrder(tx, account, orderId)
  const { availableHao } = await balancesOf(tx, account)
  if (order.state === 'waiting' && availableHao >= order.amountHao) {
    await payOrder(tx, account, orderId, now, paymentMethod)
    return
  }
  if (order.state === 'waiting') await endOrder(tx, account, orderId, { reason: 'cancelled', now })
  const why =
    order.state === 'waiting'
      ? '先归还了账户的欠费，余额不足以支付该订单，订单已取消'
      : order.state === 'paid'
        ? '该订单此前已经支付'
        : '该订单已经关闭'
  await notifyAccount(tx, account, {
    kind: 'finance',
    title: '付款已转入余额',
    body: `您通过${orderPaymentMethods[paymentMethod]}为订单 ${order.orderNumber}（${order.name}）支付的${formatYuan(amountHao)}到账时，${why}，款项已转入账户余额，可重新下单或申请退回。`,
    link: `/system/finance/order?orderNumber=${order.orderNumber}`,
    now,
  })
}
