import { useState } from 'react'
import { ExportButton } from '#console/shared/ExportButton.tsx'
import { NextStep } from '#console/shared/NextStep.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import { orderCalls, orderInvoiceState, orderMay, orderPaymentMethods, orderProducts } from '#contract/orders/order.ts'
import { saleKinds } from '#contract/orders/package.ts'
import { terms } from '#contract/terms.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { send, useListCall } from '#ui/call.ts'
import { momentsOf } from '#ui/date-range.ts'
import { thousands } from '#ui/display/Count.tsx'
import type { FigureFacts } from '#ui/display/Figures.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { keyOf, optionsOf, tabsOf } from '#ui/form/options.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { orderStateTags } from '#ui/labels/orders.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { moneyColumn, stateColumn } from '#ui/list/columns.tsx'
import type { Filter } from '#ui/list/ListFilters.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import type { RowAction } from '#ui/list/RowActions.tsx'
import { Overlays } from '#ui/overlay/Overlays.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { limits } from '#values/limits.ts'
import { formatYuan } from '#values/money.ts'
import { pathTo } from '../../../paths.ts'
import { useMay } from '../../../session.ts'
import { orderInvoiceStateTags } from '../../../shared/labels/orders.ts'
import line from '../ui/Line.module.css'
import style from './Order.module.css'
import { type Order, sizeText } from './order.ts'

const OrderDetail = lazyPart('OrderDetail', () => import('./OrderDetail.tsx'))
const OrderActDialog = lazyPart('OrderActDialog', () => import('./OrderActDialog.tsx'))

export type OrderAct = 'cancel' | 'refund' | 'withdrawRefund'

const columns: ListColumn<Order>[] = [
  { id: 'orderNumber', title: '订单号', isAlways: true, width: 188, render: row => <CopyableId id={row.orderNumber} most={24} /> },
  {
    id: 'content',
    onPhone: true,
    title: '内容',
    isAlways: true,
    width: 130,
    render: row => (
      <span className={style.name}>
        <span className={line.about}>{row.name}</span>
        <small>
          {sizeText(row)} × {row.quantity}
        </small>
      </span>
    ),
  },
  { id: 'kind', title: '类型', isExtra: true, width: 56, render: row => saleKinds[row.kind] },
  {
    id: 'list',
    title: terms.list,
    isNumber: true,
    width: 90,
    order: 'list',
    sortBy: row => row.listHao,
    render: row => <Money hao={row.listHao} />,
  },
  {
    id: 'discount',
    title: terms.discount,
    isNumber: true,
    width: 54,
    render: row => (row.discountHao > 0 ? <Money hao={row.discountHao} /> : '–'),
  },
  moneyColumn(row => row.amountHao, { id: 'amount', order: 'amount', title: terms.due, isExtra: true, width: 110 }),
  {
    id: 'paid',
    order: 'amount',
    onPhone: true,
    title: terms.paid,
    isNumber: true,
    isAlways: true,
    width: 122,
    render: row =>
      row.paidAt ? (
        <span className={style.name}>
          <Money hao={row.amountHao} />
          {row.bonusHao > 0 ? (
            <small>
              含赠送金 <Money hao={row.bonusHao} />
            </small>
          ) : null}
          {row.refundedHao > 0 ? (
            <small>
              已退 <Money hao={row.refundedHao} />
            </small>
          ) : null}
        </span>
      ) : orderMay('pay', row.state) ? (
        <span className={style.name}>
          <small>应付</small>
          <Money hao={row.amountHao} />
        </span>
      ) : (
        '–'
      ),
  },
  stateColumn(row => orderStateTags[row.state], { onPhone: true, isAlways: true, width: 90 }),
  {
    id: 'paymentMethod',
    title: '支付方式',
    width: 80,
    render: row => (row.paymentMethod && (row.paidAt || row.paymentMethod === 'bank') ? orderPaymentMethods[row.paymentMethod] : '–'),
  },
  {
    id: 'invoice',
    title: '发票',
    width: 80,
    render: row => {
      const state = orderInvoiceState(row)
      return state === null ? '–' : orderInvoiceStateTags[state].name
    },
  },
  { id: 'createdAt', onPhone: true, title: '下单时间', width: 156, render: row => <Moment at={row.createdAt} /> },
  { id: 'paidAt', title: '支付时间', isExtra: true, width: 156, render: row => (row.paidAt ? <Moment at={row.paidAt} /> : '–') },
  { id: 'member', title: '下单人', isExtra: true, width: 100, render: row => row.memberName ?? '–' },
]

const filters: Filter[] = [
  { kind: 'search', name: 'orderNumber', label: '订单号或支付单号' },
  { kind: 'days', from: 'from', to: 'to', label: '下单时间', maxDays: limits.statementDays },
  { kind: 'select', name: 'product', label: '产品', options: optionsOf(orderProducts) },
  { kind: 'select', name: 'paymentMethod', label: '支付方式', options: optionsOf(orderPaymentMethods) },
]

const figuresOf = (totals: CallAnswerWire<typeof orderCalls.list>['totals'] | undefined): FigureFacts[] => [
  {
    label: '实付合计',
    value: totals ? <Money hao={totals.paidHao} /> : null,
    note: totals ? `含赠送金${formatYuan(totals.bonusHao)}` : null,
  },
  { label: '已退款', value: totals ? <Money hao={totals.refundedHao} /> : null },
  { label: '净支付', value: totals ? <Money hao={totals.paidHao - totals.refundedHao} /> : null },
]

const closingNote = `未支付的订单 ${limits.orderMinutes} 分钟后自动关闭，对公转账的为 ${limits.transferOrderDays} 天。`

const orders = ['amount', 'list'] as const

/** The orders of the account by state, with possible acts. */
export function OrderList() {
  const list = useListState({ state: '', product: '', paymentMethod: '', orderNumber: '', from: '', to: '', order: '' })
  const [{ id }, setAddress] = useUrlState({ id: '', pay: '' })
  const [asked, setAsked] = useState<{ act: OrderAct; row: Pick<Order, 'orderId' | 'orderNumber' | 'name'> } | null>(null)
  const mayBuy = useMay('finance.write')
  const { state, product, paymentMethod, orderNumber, from, to } = list.values
  const filter = {
    state: keyOf(orderStateTags, state),
    product: keyOf(orderProducts, product),
    paymentMethod: keyOf(orderPaymentMethods, paymentMethod),
    orderNumber: orderNumber || undefined,
    ...(from && to ? momentsOf({ from, to }) : {}),
  }
  const order = orders.find(one => one === list.values.order)
  const query = useListCall(orderCalls.list, { ...filter, order, ...list.page })
  const totals = query.data?.totals
  const actionsOf = (row: Order): RowAction[] => [
    ...(mayBuy && orderMay('pay', row.state) ? [{ label: '去支付', onClick: () => setAddress({ pay: row.orderId }) }] : []),
    ...(mayBuy && orderMay('cancel', row.state) ? [{ label: '取消', onClick: () => setAsked({ act: 'cancel', row }) }] : []),
    ...(mayBuy && orderMay('requestRefund', row.state) ? [{ label: '退款', onClick: () => setAsked({ act: 'refund', row }) }] : []),
    { label: '详情', onClick: () => setAddress({ id: row.orderId }) },
  ]
  const buy = mayBuy ? (
    <LinkButton type="primary" to={pathTo('/sms/combo/purchase')}>
      购买套餐
    </LinkButton>
  ) : null
  return (
    <ListPage
      id="orders"
      title="订单"
      note={query.error && !totals ? closingNote : `符合条件的 ${totals ? thousands(totals.orderCount) : '…'} 个订单；${closingNote}`}
      action={
        <>
          <ExportButton source="order" filter={filter} count={totals?.orderCount} />
          {buy}
        </>
      }
      figures={figuresOf(totals)}
      tabs={{ name: 'state', items: tabsOf(orderStateTags) }}
      list={list}
      query={query}
      columns={[...columns, actionColumn(140, actionsOf)]}
      rowKey={row => row.orderId}
      readPage={page => send(orderCalls.list, { ...filter, order, ...page })}
      order={{ by: order ?? '', onChange: by => list.change({ order: by }) }}
      onOpen={row => setAddress({ id: row.orderId })}
      filters={filters}
      emptyState={{ title: '还没有订单', text: '购买短信套餐或短链套餐后，订单会列在这里，可以继续支付、取消或申请退款。', action: buy }}
      next={<NextStep of="orders" />}
      errorTitle="订单没能加载"
    >
      <Overlays>
        {id ? <OrderDetail orderId={id} onAct={(act, row) => setAsked({ act, row })} onClose={() => setAddress({ id: '' })} /> : null}
        {asked ? <OrderActDialog {...asked} onClose={() => setAsked(null)} /> : null}
      </Overlays>
    </ListPage>
  )
}
