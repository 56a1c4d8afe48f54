import { type OrderPaymentMethod, orderCalls, orderStates } from '#contract/orders/order.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import {
  awaitTransfer,
  listOrders,
  lockOrder,
  payableOrder,
  payOrder,
  placeOrder,
  previewRefund,
  readOrder,
  requestRefund,
  withdrawRefund,
} from '#domain/orders/index.ts'
import { beginPayment, closeOrder, closePayments, readReceivingAccount, startGatewayPayment } from '#domain/payments/index.ts'
import { orUnavailable, type PaymentOptions, payFrom } from '#http/payments/recharge.ts'
import { handle, handlePrepared, type MemberContext } from '#http/server/serve.ts'
import type { GatewayName } from '#payment/gateway.ts'
import type { AccountId } from '#values/id.ts'
import { withCouponTry } from './coupon.ts'

const returnPath = '/system/finance/order'

/** Records an order and its current state in the account's audit log. */
async function noteOrder({ tx, account, note }: MemberContext, orderId: string): Promise<void> {
  const { orderNumber, name, state, amountHao, coupon } = await readOrder(tx, account, orderId)
  const after = { state: orderStates[state], amountHao, ...(coupon ? { couponCode: coupon.code } : {}) }
  note({ object: `${orderNumber} ${name}`, after })
}

/** Refuses `payment_method_closed` while there is no bank account to pay to. */
const requireTransfers = async (tx: Tx): Promise<void> => {
  if ((await readReceivingAccount(tx)) === null) refuse('payment_method_closed')
}

export const orderHandlers = (options: PaymentOptions) => {
  const { gateways } = options
  const gatewayOf = (paymentMethod: GatewayName) => gateways.get(paymentMethod) ?? refuse('payment_method_closed')

  /** Creates a payment in this transaction and opens it at the gateway afterwards. */
  const begin = async (context: MemberContext, orderId: string, paymentMethod: GatewayName): Promise<string> => {
    const { tx, account, member, now, afterCommit, http } = context
    const gateway = gatewayOf(paymentMethod)
    const { rechargeId, isNew } = await beginPayment(tx, account, orderId, { paymentMethod, memberId: member.memberId, now: now() })
    if (isNew)
      afterCommit(db => startGatewayPayment(db, account, rechargeId, gateway, payFrom(options, http.request, paymentMethod, returnPath)))
    return rechargeId
  }

  /** Closes an order's other open payments at the gateways, except the chosen payment method. */
  const closeOtherPayments = async (
    { db, account, now }: { db: Db; account: AccountId; now: () => Date },
    { orderId, paymentMethod }: { orderId: string; paymentMethod: OrderPaymentMethod },
  ) => {
    const except = paymentMethod === 'balance' || paymentMethod === 'bank' ? undefined : paymentMethod
    if (paymentMethod === 'bank') await asAccount(db, account, requireTransfers)
    await orUnavailable(closePayments(db, account, orderId, { gateways, reason: 'cancelled', except, now: now() }))
  }

  return [
    handle(orderCalls.create, async (context, { paymentMethod, ...input }) => {
      const { tx, account, member, now } = context
      if (paymentMethod === 'bank') await requireTransfers(tx)
      else gatewayOf(paymentMethod)
      const order = { ...input, paymentMethod, memberId: member.memberId, now: now() }
      const orderId = await withCouponTry(context, input.couponCode, () => placeOrder(tx, account, order))
      await noteOrder(context, orderId)
      return { orderId, rechargeId: paymentMethod === 'bank' ? null : await begin(context, orderId, paymentMethod) }
    }),
    handlePrepared(orderCalls.pay, closeOtherPayments, async (context, { orderId, paymentMethod }) => {
      const { tx, account, now } = context
      const { state } = await lockOrder(tx, account, orderId)
      // The other payment was completed before it could be closed.
      if (state === 'paid') return { state: 'paid' as const, rechargeId: null }
      if (paymentMethod === 'bank') {
        await awaitTransfer(tx, account, orderId, now())
        await noteOrder(context, orderId)
        return { state, rechargeId: null }
      }
      if (paymentMethod !== 'balance') return { state, rechargeId: await begin(context, orderId, paymentMethod) }
      await payableOrder(tx, account, orderId, now())
      await payOrder(tx, account, orderId, now())
      await noteOrder(context, orderId)
      return { state: 'paid' as const, rechargeId: null }
    }),
    handlePrepared(
      orderCalls.cancel,
      ({ db, account, now }, { orderId }) => orUnavailable(closeOrder(db, account, orderId, { gateways, reason: 'cancelled', now: now() })),
      async (context, { orderId }, state) => {
        await noteOrder(context, orderId)
        return { state }
      },
    ),
    handle(orderCalls.refundSum, ({ tx, account, now }, { orderId }) => previewRefund(tx, account, orderId, now())),
    handle(orderCalls.requestRefund, async (context, { orderId, reason, expectedHao }) => {
      const { tx, account, member, now } = context
      const asked = await requestRefund(tx, account, orderId, { reason, expectedHao, memberId: member.memberId, now: now() })
      await noteOrder(context, orderId)
      return asked
    }),
    handle(orderCalls.withdrawRefund, async (context, { orderId }) => {
      const { tx, account, now } = context
      await withdrawRefund(tx, account, orderId, now())
      await noteOrder(context, orderId)
      return { state: 'paid' as const }
    }),
    handle(orderCalls.one, ({ tx, account }, { orderId }) => readOrder(tx, account, orderId)),
    handle(orderCalls.list, ({ tx, account }, filter) => listOrders(tx, account, filter)),
  ]
}
