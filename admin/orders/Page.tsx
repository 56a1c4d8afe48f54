import { Suspense, useState } from 'react'
import { CustomerPicker } from '#admin/ui/CustomerPicker.tsx'
import { customerColumn } from '#admin/ui/customer-column.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import { adminOrderCalls } from '#contract/orders/admin-order.ts'
import { orderPaymentMethods, orderProducts } from '#contract/orders/order.ts'
import { saleKinds } from '#contract/orders/package.ts'
import { terms } from '#contract/terms.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { send, useListCall } from '#ui/call.ts'
import { momentsOf } from '#ui/date-range.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { keyOf, optionsOf, tabsOf } from '#ui/form/options.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import { orderStateTags } from '#ui/labels/orders.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { moneyColumn, stateColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { limits } from '#values/limits.ts'

const OrderDetail = lazyPart('OrderDetail', () => import('./OrderDetail.tsx'))

export type OrderRow = CallAnswerWire<typeof adminOrderCalls.list>['rows'][number]

const columns: ListColumn<OrderRow>[] = [
  { id: 'orderNumber', title: '订单号', isAlways: true, width: 200, render: row => <CopyableId id={row.orderNumber} most={24} /> },
  customerColumn({ onPhone: true, isAlways: true, width: 150 }),
  { id: 'name', title: '套餐', width: 160, render: row => `${row.name} × ${row.quantity}` },
  { id: 'kind', title: '类型', width: 60, render: row => saleKinds[row.kind] },
  moneyColumn(row => row.listHao, { id: 'list', title: terms.list, isExtra: true, width: 110 }),
  moneyColumn(row => row.amountHao, { id: 'amount', onPhone: true, title: terms.due, isAlways: true, width: 100 }),
  {
    id: 'refunded',
    title: '已退款',
    isNumber: true,
    width: 90,
    render: row => (row.refundedHao > 0 ? <Money hao={row.refundedHao} /> : '–'),
  },
  stateColumn(row => orderStateTags[row.state], { onPhone: true, isAlways: true, width: 90 }),
  {
    id: 'paymentMethod',
    title: '支付方式',
    width: 80,
    render: row => (row.paymentMethod && (row.paidAt || row.paymentMethod === 'bank') ? orderPaymentMethods[row.paymentMethod] : '–'),
  },
  { id: 'createdAt', onPhone: true, title: '下单时间', width: 156, render: row => <Moment at={row.createdAt} /> },
  { id: 'paidAt', title: '支付时间', isExtra: true, width: 156, render: row => (row.paidAt ? <Moment at={row.paidAt} /> : '–') },
]

/** 订单: orders of all customers, searched by number, customer, state and time. */
export function Page() {
  const list = useListState({ state: '', product: '', paymentMethod: '', orderNumber: '', account: '', from: '', to: '' })
  const [open, setOpen] = useState<OrderRow | null>(null)
  const { state, product, paymentMethod, orderNumber, account, from, to } = list.values
  const filter = {
    state: keyOf(orderStateTags, state),
    product: keyOf(orderProducts, product),
    paymentMethod: keyOf(orderPaymentMethods, paymentMethod),
    orderNumber: orderNumber || undefined,
    accountId: account || undefined,
    ...(from && to ? momentsOf({ from, to }) : {}),
  }
  const query = useListCall(adminOrderCalls.list, { ...filter, ...list.page })
  const known = query.data?.rows.find(row => row.accountId === account)
  return (
    <ListPage
      id="admin-order"
      title="订单"
      note="所有客户的套餐订单。退款申请在“退款审核”里处理。"
      action={
        <div style={{ width: 260 }}>
          <CustomerPicker
            label="客户"
            placeholder="全部客户"
            value={account || undefined}
            onChange={next => list.change({ account: next ?? '' })}
            known={known ? { accountId: known.accountId, name: known.accountName } : undefined}
          />
        </div>
      }
      tabs={{
        name: 'state',
        items: tabsOf(orderStateTags),
      }}
      list={list}
      query={query}
      columns={[...columns, actionColumn(70, (row: OrderRow) => [{ label: '详情', onClick: () => setOpen(row) }])]}
      rowKey={row => row.orderId}
      readPage={page => send(adminOrderCalls.list, { ...filter, ...page })}
      onOpen={setOpen}
      filters={[
        { kind: 'search', name: 'orderNumber', label: '订单号或支付单号' },
        { kind: 'days', from: 'from', to: 'to', label: '下单时间', maxDays: limits.statementDays },
        { kind: 'select', name: 'product', label: '产品', options: optionsOf(orderProducts) },
        { kind: 'select', name: 'paymentMethod', label: '支付方式', options: optionsOf(orderPaymentMethods) },
      ]}
      emptyState={{ title: '还没有订单', text: '客户购买套餐后，订单会出现在这里。' }}
      errorTitle="订单没能加载"
    >
      <Suspense>{open ? <OrderDetail row={open} onClose={() => setOpen(null)} /> : null}</Suspense>
    </ListPage>
  )
}
