import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { orderDetail, orderFilter, orderRow, refundFacts, refundStates } from './order.ts'

const count = z.number().int()
const refundState = z.enum(keysOf(refundStates))
const customer = { accountId: idOf('account'), accountName: z.string() }

export const adminOrderCalls = {
  list: get('/api/admin/orders', '查询订单', staff('finance.read'), {
    input: z.object({ ...orderFilter, accountId: idOf('account').optional(), cursor: z.uuid().optional(), pageSize }),
    answer: pageOf(orderRow.extend(customer)),
  }),
  one: get('/api/admin/orders/one', '订单详情', staff('finance.read'), {
    input: z.object({ accountId: idOf('account'), orderId: idOf('order') }),
    answer: orderDetail.extend(customer),
    refusals: ['not_found'],
  }),
}

export const adminRefundCalls = {
  list: get('/api/admin/refunds', '退款审核', staff('finance.read'), {
    input: z.object({ state: refundState.optional(), cursor: z.uuid().optional(), pageSize }),
    answer: pageOf(
      refundFacts.extend({
        ...customer,
        orderId: idOf('order'),
        orderNumber: z.string(),
        name: z.string(),
        kind: orderRow.shape.kind,
        quantity: count,
        paidHao: count,
        paymentMethod: orderRow.shape.paymentMethod,
        paidAt: moment,
        decidedBy: z.string().nullable(),
      }),
    ).extend({ counts: z.object({ waiting: count, checking: count }) }),
  }),
  decide: post('/api/admin/refunds/decide', '处理退款申请', staff('payment.confirm'), {
    input: z.object({
      accountId: idOf('account'),
      refundId: idOf('refund'),
      decision: z.enum(['done', 'rejected']),
      /** Required for a rejection; the customer reads it. */
      answer: z.string().trim().max(limits.remarkCharacters),
    }),
    /** `checking`: a second member of staff must approve. */
    answer: z.object({ state: refundState }),
    refusals: ['not_found', 'state_forbids', 'input_invalid'],
    once: true,
  }),
}
