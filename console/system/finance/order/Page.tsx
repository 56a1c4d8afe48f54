import { Suspense } from 'react'
import { orderCalls } from '#contract/orders/order.ts'
import { useCall } from '#ui/call.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageFailure } from '#ui/frame/PageFailure.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { OrderList } from './OrderList.tsx'

// The list loads without the code for paying.
const OrderPayment = lazyPart('OrderPayment', () => import('./OrderPayment.tsx'))

/** 订单: all orders; the page of one while it is paid. */
export function Page() {
  // Alipay's redirect has the trade's number in its own parameter.
  const [{ pay, out_trade_no: tradeNumber }] = useUrlState({ pay: '', out_trade_no: '' })
  if (!pay && !tradeNumber) return <OrderList />
  return (
    <Suspense fallback={<PageSkeleton />}>
      {pay ? <OrderPayment key={pay} orderId={pay} /> : <Returned tradeNumber={tradeNumber} />}
    </Suspense>
  )
}

function Returned({ tradeNumber }: { tradeNumber: string }) {
  const found = useCall(orderCalls.list, { orderNumber: tradeNumber, pageSize: 1 })
  if (found.error && !found.data) return <PageFailure page="订单" query={found} />
  if (!found.data) return <PageSkeleton />
  const row = found.data.rows[0]
  return row ? <OrderPayment orderId={row.orderId} /> : <OrderList />
}
