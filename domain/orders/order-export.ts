import { z } from 'zod'
import {
  orderFilter,
  orderInvoiceState,
  orderInvoiceStates,
  orderPaymentMethods,
  orderProducts,
  orderStates,
} from '#contract/orders/order.ts'
import { saleKinds } from '#contract/orders/package.ts'
import { terms } from '#contract/terms.ts'
import { earlier, exportSource, periodText, setFacts } from '#domain/export-source/index.ts'
import { listOrders, type OrderFacts, orderTotals } from './order-list.ts'

const filterSchema = z.object(orderFilter)

/** Export of orders (订单). */
export const orderExport = exportSource({
  name: 'order',
  permission: 'finance.read',
  filter: filterSchema,
  columns: [
    { key: 'orderNumber', title: '订单号', kind: 'text', width: 24 },
    { key: 'createdAt', title: '下单时间', kind: 'time' },
    { key: 'product', title: '产品', kind: 'text' },
    { key: 'kind', title: '类型', kind: 'text' },
    { key: 'name', title: '套餐', kind: 'text', width: 24 },
    { key: 'size', title: '每份数量', kind: 'number' },
    { key: 'quantity', title: '份数', kind: 'number' },
    { key: 'list', title: terms.list, kind: 'money' },
    { key: 'discount', title: terms.discount, kind: 'money' },
    { key: 'coupon', title: '优惠码', kind: 'text' },
    { key: 'amount', title: terms.due, kind: 'money' },
    { key: 'paid', title: terms.paid, kind: 'money' },
    { key: 'bonus', title: `其中${terms.bonus}`, kind: 'money' },
    { key: 'refunded', title: '已退款', kind: 'money' },
    { key: 'refundedBonus', title: '其中退回赠送金', kind: 'money' },
    { key: 'paymentMethod', title: '支付方式', kind: 'text' },
    { key: 'state', title: '状态', kind: 'text' },
    { key: 'invoice', title: '发票', kind: 'text' },
    { key: 'paidAt', title: '支付时间', kind: 'time' },
    { key: 'endedAt', title: '关闭时间', kind: 'time', isExtra: true },
    { key: 'member', title: '下单人', kind: 'text', isExtra: true },
  ],
  fix: (filter, now) => ({ ...filter, until: earlier(filter.until ?? now, now) }),
  describe: async (_tx, _account, { from, until, state, product, paymentMethod, orderNumber }) =>
    setFacts([
      ['下单时间', periodText(from, until)],
      ['状态', state && orderStates[state]],
      ['产品', product && orderProducts[product]],
      ['支付方式', paymentMethod && orderPaymentMethods[paymentMethod]],
      ['订单号', orderNumber],
    ]),
  count: async (tx, account, filter) => (await orderTotals(tx, account, filter)).orderCount,
  rows: async (tx, account, filter, { after, limit }) => {
    const { rows, nextCursor } = await listOrders(tx, account, { ...filter, cursor: after ?? undefined, pageSize: limit })
    return {
      rows: rows.map(row => [
        row.orderNumber,
        row.createdAt,
        orderProducts[row.product],
        saleKinds[row.kind],
        row.name,
        row.segmentCount,
        row.quantity,
        row.listHao,
        row.discountHao,
        row.coupon?.code ?? null,
        row.amountHao,
        row.paidAt ? row.amountHao : null,
        row.paidAt && row.bonusHao > 0 ? row.bonusHao : null,
        row.refundedHao > 0 ? row.refundedHao : null,
        row.refundedBonusHao > 0 ? row.refundedBonusHao : null,
        row.paidAt && row.paymentMethod ? orderPaymentMethods[row.paymentMethod] : null,
        orderStates[row.state],
        invoiceText(row),
        row.paidAt,
        row.endedAt,
        row.memberName,
      ]),
      last: nextCursor,
    }
  },
})

function invoiceText(order: OrderFacts): string | null {
  const state = orderInvoiceState(order)
  return state && orderInvoiceStates[state]
}
