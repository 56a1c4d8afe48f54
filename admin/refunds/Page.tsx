import { Suspense, useState } from 'react'
import { useMay } from '#admin/session.ts'
import { customerColumn } from '#admin/ui/customer-column.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import { adminRefundCalls } from '#contract/orders/admin-order.ts'
import { orderPaymentMethods, type RefundState } from '#contract/orders/order.ts'
import { saleUnit } from '#contract/orders/package.ts'
import { terms } from '#contract/terms.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { send, useListCall } from '#ui/call.ts'
import { Count } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { refundStateTags } from '#ui/labels/orders.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { moneyColumn, stateColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { limits } from '#values/limits.ts'
import { formatYuan } from '#values/money.ts'
import style from './Refund.module.css'

const RefundDialog = lazyPart('RefundDialog', () => import('./RefundDialog.tsx'))
const OrderDetail = lazyPart('OrderDetail', () => import('#admin/orders/OrderDetail.tsx'))

export type RefundRow = CallAnswerWire<typeof adminRefundCalls.list>['rows'][number]

const columns: ListColumn<RefundRow>[] = [
  { id: 'askedAt', title: '申请时间', width: 156, render: row => <Moment at={row.askedAt} /> },
  customerColumn({ onPhone: true, isAlways: true, width: 150 }),
  {
    id: 'order',
    title: '订单',
    width: 200,
    render: row => (
      <span className={style.order}>
        <CopyableId id={row.orderNumber} most={24} />
        <small>
          {row.name} × {row.quantity}
        </small>
      </span>
    ),
  },
  moneyColumn(row => row.amountHao, { id: 'amount', onPhone: true, title: '应退', isAlways: true, width: 100 }),
  { id: 'paid', title: terms.paid, isNumber: true, width: 90, sortBy: row => row.paidHao, render: row => <Money hao={row.paidHao} /> },
  { id: 'used', title: '已用', isNumber: true, width: 70, render: row => <Count count={row.usedCount} unit={saleUnit(row.kind)} /> },
  {
    id: 'returned',
    title: '收回',
    isNumber: true,
    width: 100,
    render: row => <Count count={row.returnedCount} unit={saleUnit(row.kind)} />,
  },
  { id: 'reason', title: '申请原因', width: 160, render: row => row.reason },
  stateColumn(row => refundStateTags[row.state], { isExtra: true, width: 90 }),
  { id: 'paidAt', title: '支付时间', isExtra: true, width: 156, render: row => <Moment at={row.paidAt} /> },
  {
    id: 'paymentMethod',
    title: '支付方式',
    isExtra: true,
    width: 90,
    render: row => (row.paymentMethod ? orderPaymentMethods[row.paymentMethod] : '–'),
  },
  { id: 'by', title: '处理人', isExtra: true, width: 90, render: row => row.decidedBy ?? '–' },
  { id: 'answer', title: '处理说明', isExtra: true, width: 200, render: row => row.answer ?? '–' },
]

const isState = (text: string): text is RefundState => Object.hasOwn(refundStateTags, text)

/** 退款审核: refund requests for packages, waiting ones first. */
export function Page() {
  const list = useListState({ state: 'waiting' })
  const [asked, setAsked] = useState<{ row: RefundRow; decision: 'done' | 'rejected' } | null>(null)
  const [shown, setShown] = useState<RefundRow | null>(null)
  const mayDecide = useMay('payment.confirm')
  const { state } = list.values
  const filter = { ...(isState(state) ? { state } : {}) }
  const query = useListCall(adminRefundCalls.list, { ...filter, ...list.page })
  const counts = query.data?.counts
  return (
    <ListPage
      id="admin-refund"
      title="退款审核"
      note={`金额由系统按规则计算，同意后退回客户余额并收回套餐余量；超过${formatYuan(limits.fourEyesHao)}的须再由一位同事复核。`}
      tabs={{
        name: 'state',
        items: Object.entries(refundStateTags).map(([key, { name }]) => ({
          key,
          label: name,
          count: key === 'waiting' || key === 'checking' ? counts?.[key] : undefined,
        })),
      }}
      list={list}
      query={query}
      columns={[
        ...columns,
        actionColumn(150, (row: RefundRow) => [
          ...(row.state === 'waiting' && mayDecide
            ? [
                { label: '同意', review: 'pass' as const, onClick: () => setAsked({ row, decision: 'done' as const }) },
                {
                  label: '驳回',
                  review: 'reject' as const,
                  isDanger: true,
                  onClick: () => setAsked({ row, decision: 'rejected' as const }),
                },
              ]
            : []),
          { label: '订单', onClick: () => setShown(row) },
        ]),
      ]}
      rowKey={row => row.refundId}
      readPage={page => send(adminRefundCalls.list, { ...filter, ...page })}
      onOpen={setShown}
      emptyState={
        state === 'waiting'
          ? { title: '没有等待处理的退款', text: '客户在订单页申请退款后会出现在这里，等得久的在前。' }
          : { title: '这里还没有退款', text: '处理过的退款会按状态留在这里。' }
      }
      errorTitle="退款没能加载"
    >
      <Suspense>
        {asked ? <RefundDialog {...asked} onClose={() => setAsked(null)} /> : null}
        {shown ? <OrderDetail row={shown} onClose={() => setShown(null)} /> : null}
      </Suspense>
    </ListPage>
  )
}
