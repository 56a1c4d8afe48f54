import { Link } from 'react-router'
import { pathTo } from '#admin/paths.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { adminOrderCalls } from '#contract/orders/admin-order.ts'
import { couponText, orderPaymentMethods } from '#contract/orders/order.ts'
import { saleKinds, saleUnit } from '#contract/orders/package.ts'
import { paymentMethodNames } from '#contract/payments/recharge.ts'
import { terms } from '#contract/terms.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { useCall } from '#ui/call.ts'
import { Count } from '#ui/display/Count.tsx'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { State } from '#ui/display/StateTag.tsx'
import { orderStateTags, refundStateTags } from '#ui/labels/orders.ts'
import { rechargeStateTags } from '#ui/labels/payments.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'

type Order = CallAnswerWire<typeof adminOrderCalls.one>

/** A customer's order: price, payments, package and refund requests. */
export function OrderDetail({ row, onClose }: { row: { accountId: string; orderId: string }; onClose: () => void }) {
  const query = useCall(adminOrderCalls.one, { accountId: row.accountId, orderId: row.orderId })
  return (
    <DetailDrawer onClose={onClose} title="订单详情" query={query}>
      {order => <OrderFacts order={order} />}
    </DetailDrawer>
  )
}

function OrderFacts({ order }: { order: Order }) {
  const unit = saleUnit(order.kind)
  const { grant } = order
  return (
    <>
      <Facts
        facts={[
          fact('状态', <State tag={orderStateTags[order.state]} />),
          [
            '客户',
            <Link key="account" to={pathTo('/customers', { id: order.accountId })}>
              {order.accountName}
            </Link>,
          ],
          ['订单号', <CopyableId key="number" id={order.orderNumber} most={24} />],
          ['套餐', `${order.name}（编号 ${order.packageId}，${saleKinds[order.kind]}）`],
          ['份数', <Count key="count" count={order.quantity} unit="份" />],
          ['每份', <Count key="size" count={order.segmentCount} unit={unit} />],
          [terms.list, <Money key="list" hao={order.listHao} />],
          [terms.discount, order.discountHao > 0 ? <Money key="discount" hao={order.discountHao} /> : null],
          ['其中优惠码', order.coupon ? couponText(order.coupon) : null],
          [order.paidAt ? terms.paid : terms.due, <Money key="amount" hao={order.amountHao} />],
          [
            '支付方式',
            order.paymentMethod && (order.paidAt || order.paymentMethod === 'bank') ? orderPaymentMethods[order.paymentMethod] : null,
          ],
          ['已退款', order.refundedHao > 0 ? <Money key="refunded" hao={order.refundedHao} /> : null],
          ['下单人', order.memberName],
          ['下单时间', <Moment key="created" at={order.createdAt} />],
          ['支付期限', order.state === 'waiting' ? <Moment key="expires" at={order.expiresAt} /> : null],
          ['支付时间', order.paidAt ? <Moment key="paid" at={order.paidAt} /> : null],
          ['关闭时间', order.endedAt ? <Moment key="ended" at={order.endedAt} /> : null],
        ]}
      />
      {grant ? <Grant grant={grant} unit={unit} /> : null}
      {order.payments.length > 0 ? <Payments payments={order.payments} /> : null}
      {order.refunds.length > 0 ? <Refunds refunds={order.refunds} /> : null}
    </>
  )
}

/** The package of the order, and what is left of it. */
function Grant({ grant, unit }: { grant: NonNullable<Order['grant']>; unit: string }) {
  return (
    <Section title="到账的套餐">
      <Facts
        facts={[
          ['总量', <Count key="all" count={grant.segmentCount} unit={unit} />],
          ['剩余', <Count key="left" count={grant.leftCount} unit={unit} />],
          ['已用', <Count key="used" count={grant.usedCount} unit={unit} />],
          [terms.held, <Count key="held" count={grant.heldCount} unit={unit} />],
          ['到期', <Moment key="end" at={grant.expiresAt} />],
        ]}
      />
    </Section>
  )
}

function Payments({ payments }: Pick<Order, 'payments'>) {
  return (
    <Section title="在线支付">
      {payments.map(payment => (
        <Facts
          key={payment.rechargeId}
          facts={[
            ['支付渠道', paymentMethodNames[payment.paymentMethod]],
            fact('支付状态', <State tag={rechargeStateTags[payment.state]} />),
            ['支付单号', <CopyableId key="number" id={payment.tradeNumber} most={24} />],
            ['渠道流水号', payment.gatewayNumber ? <CopyableId key="gateway" id={payment.gatewayNumber} /> : null],
            ['发起时间', <Moment key="at" at={payment.createdAt} />],
          ]}
        />
      ))}
    </Section>
  )
}

function Refunds({ refunds }: Pick<Order, 'refunds'>) {
  return (
    <Section title="退款申请">
      {refunds.map(refund => (
        <Facts
          key={refund.refundId}
          facts={[
            fact('申请状态', <State tag={refundStateTags[refund.state]} />),
            ['退款金额', <Money key="sum" hao={refund.amountHao} />],
            ['申请时间', <Moment key="at" at={refund.askedAt} />],
            ['申请原因', refund.reason],
            ['处理说明', refund.answer],
          ]}
        />
      ))}
    </Section>
  )
}
