import { Button } from 'antd'
import { PageLink } from '#console/shared/PageLink.tsx'
import { couponText, orderCalls, orderInvoiceState, orderMay, orderPaymentMethods } from '#contract/orders/order.ts'
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
import { Timeline, type TimelineStep } from '#ui/display/Timeline.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { orderStateTags, refundStateTags } from '#ui/labels/orders.ts'
import { closeReasonNames, rechargeStateTags } from '#ui/labels/payments.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { pathTo } from '../../../paths.ts'
import { useMay } from '../../../session.ts'
import { orderInvoiceStateTags } from '../../../shared/labels/orders.ts'
import style from './Order.module.css'
import type { OrderAct } from './OrderList.tsx'
import { type OrderDetailFacts, sizeText } from './order.ts'

const acts = ['pay', 'cancel', 'requestRefund', 'withdrawRefund'] as const

interface OrderDetailProps {
  orderId: string
  onAct: (act: OrderAct, row: OrderDetailFacts) => void
  onClose: () => void
}

/** An order: product and price, payment, history, and possible acts. */
export function OrderDetail({ orderId, onAct, onClose }: OrderDetailProps) {
  const query = useCall(orderCalls.one, { orderId })
  const mayBuy = useMay('finance.write')
  const mayInvoice = useMay('invoice.write')
  const order = query.data
  return (
    <DetailDrawer
      onClose={onClose}
      title="订单详情"
      query={query}
      actions={
        order && mayBuy && acts.some(act => orderMay(act, order.state)) ? (
          <>
            {mayInvoice && order.state === 'paid' ? (
              <LinkButton to={pathTo('/system/finance/invoice/create', { order: orderId })}>申请发票</LinkButton>
            ) : null}
            {orderMay('pay', order.state) ? (
              <LinkButton type="primary" to={pathTo('/system/finance/order', { pay: orderId })}>
                去支付
              </LinkButton>
            ) : null}
            {orderMay('cancel', order.state) ? <Button onClick={() => onAct('cancel', order)}>取消订单</Button> : null}
            {orderMay('requestRefund', order.state) ? <Button onClick={() => onAct('refund', order)}>申请退款</Button> : null}
            {orderMay('withdrawRefund', order.state) ? <Button onClick={() => onAct('withdrawRefund', order)}>撤销退款申请</Button> : null}
          </>
        ) : null
      }
    >
      {one => <OrderFacts order={one} />}
    </DetailDrawer>
  )
}

function OrderFacts({ order }: { order: OrderDetailFacts }) {
  const invoiceState = orderInvoiceState(order)
  return (
    <>
      <Facts
        facts={[
          fact('状态', <State tag={orderStateTags[order.state]} />),
          ['订单号', <CopyableId key="number" id={order.orderNumber} most={24} />],
          ['套餐', `${order.name}（编号 ${order.packageId}）`],
          ['类型', saleKinds[order.kind]],
          ['规格', `${sizeText(order)} × ${order.quantity}，有效期 ${order.validityDays} 天`],
          [terms.list, <Money key="list" hao={order.listHao} />],
          [terms.discount, order.discountHao > 0 ? <Money key="discount" hao={order.discountHao} /> : null],
          ['其中优惠码', order.coupon ? couponText(order.coupon) : null],
          [order.paidAt ? terms.paid : terms.due, <Money key="amount" hao={order.amountHao} />],
          [`其中${terms.bonus}`, order.bonusHao > 0 ? <Money key="bonus" hao={order.bonusHao} /> : null],
          ['其中余额', order.bonusHao > 0 ? <Money key="cash" hao={order.amountHao - order.bonusHao} /> : null],
          [
            '支付方式',
            order.paymentMethod && (order.paidAt || order.paymentMethod === 'bank') ? orderPaymentMethods[order.paymentMethod] : null,
          ],
          ['发票', invoiceState && orderInvoiceStateTags[invoiceState].name],
          ['已退款', order.refundedHao > 0 ? <Money key="refunded" hao={order.refundedHao} /> : null],
          ['其中退回赠送金', order.refundedBonusHao > 0 ? <Money key="back" hao={order.refundedBonusHao} /> : null],
          ['下单人', order.memberName],
        ]}
      />
      <Section title="经过">
        <Timeline steps={stepsOf(order)} />
      </Section>
      {order.grant ? <Grant order={order} grant={order.grant} /> : null}
      {order.payments.length > 0 ? <Payments payments={order.payments} /> : null}
    </>
  )
}

/** The package of the order, and what is left of it. */
function Grant({ order, grant }: { order: OrderDetailFacts; grant: NonNullable<OrderDetailFacts['grant']> }) {
  const unit = saleUnit(order.kind)
  return (
    <Section title="到账的套餐" action={<PageLink to={order.product === 'link' ? '/shorturl/combo' : '/sms/combo'}>我的套餐</PageLink>}>
      <Facts
        facts={[
          ['总量', <Count key="all" count={grant.segmentCount} unit={unit} />],
          ['剩余', <Count key="left" count={grant.leftCount} unit={unit} />],
          ['已用', <Count key="used" count={grant.usedCount} unit={unit} />],
          [terms.held, grant.heldCount > 0 ? <Count key="held" count={grant.heldCount} unit={unit} /> : null],
          ['到期', <Moment key="end" at={grant.expiresAt} />],
        ]}
      />
    </Section>
  )
}

function Payments({ payments }: Pick<OrderDetailFacts, 'payments'>) {
  return (
    <Section title="在线支付">
      {payments.map(payment => (
        <Facts
          key={payment.rechargeId}
          facts={[
            ['支付渠道', paymentMethodNames[payment.paymentMethod]],
            fact('支付状态', <State tag={rechargeStateTags[payment.state]} />),
            ['关闭原因', payment.closeReason ? closeReasonNames[payment.closeReason] : null],
            ['支付单号', <CopyableId key="number" id={payment.tradeNumber} most={24} />],
            ['渠道流水号', payment.gatewayNumber ? <CopyableId key="gateway" id={payment.gatewayNumber} /> : null],
          ]}
        />
      ))}
    </Section>
  )
}

const endings = { cancelled: '订单已取消', expired: '超时未支付，订单已关闭' } as const

function stepsOf(order: OrderDetailFacts): TimelineStep[] {
  const steps: TimelineStep[] = [{ key: 'created', tone: 'good', title: '下单', at: order.createdAt }]
  if (order.state === 'waiting')
    steps.push({
      key: 'waiting',
      tone: 'waiting',
      title: '等待支付',
      at: null,
      children: (
        <>
          请在 <Moment at={order.expiresAt} /> 前支付，超时自动关闭
        </>
      ),
    })
  if (order.state === 'cancelled' || order.state === 'expired')
    steps.push({ key: 'ended', tone: 'ended', title: endings[order.state], at: order.endedAt })
  if (order.paidAt) steps.push({ key: 'paid', tone: 'good', title: '支付成功，套餐已生效', at: order.paidAt })
  for (const refund of order.refunds.toReversed()) steps.push(...refundStepsOf(order, refund))
  return steps
}

function refundStepsOf({ refundedBonusHao }: OrderDetailFacts, refund: OrderDetailFacts['refunds'][number]): TimelineStep[] {
  const { name, tone } = refundStateTags[refund.state]
  const doneTitle = refundedBonusHao > 0 ? '退款已按支付比例退回赠送金和余额' : '退款已到账户余额'
  return [
    {
      key: `${refund.refundId}-asked`,
      tone: 'waiting',
      title: '申请退款',
      at: refund.askedAt,
      children: (
        <span className={style.name}>
          <small>
            可退 <Money hao={refund.amountHao} />
            ，原因：{refund.reason}
          </small>
          {refund.memberName ? <small>申请人：{refund.memberName}</small> : null}
        </span>
      ),
    },
    {
      key: `${refund.refundId}-decided`,
      tone,
      title: refund.state === 'done' ? doneTitle : `退款${name}`,
      at: refund.decidedAt,
      children: refund.answer,
    },
  ]
}
