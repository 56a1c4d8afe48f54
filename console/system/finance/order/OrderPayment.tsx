import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { bonusPaid, leftOf } from '#console/shared/payment/bonus.ts'
import { DueNote } from '#console/shared/payment/DueNote.tsx'
import { PaymentMethods } from '#console/shared/payment/PaymentMethods.tsx'
import { PaymentWaiting } from '#console/shared/payment/PaymentWaiting.tsx'
import { couponText, dueHao, type OrderPaymentMethod, orderCalls, orderMay, orderPaymentMethods } from '#contract/orders/order.ts'
import { saleUnit } from '#contract/orders/package.ts'
import { isUnpaid, rechargeCalls } from '#contract/payments/recharge.ts'
import { terms } from '#contract/terms.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { invalidate, useAct, useCall } from '#ui/call.ts'
import { Count } from '#ui/display/Count.tsx'
import { Facts } from '#ui/display/Facts.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageFailure } from '#ui/frame/PageFailure.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { orderStateTags } from '#ui/labels/orders.ts'
import layout from '#ui/theme/layout.module.css'
import { formatYuan } from '#values/money.ts'
import { pathTo } from '../../../paths.ts'
import { useMay, useMe } from '../../../session.ts'
import { payTexts } from '../../../shared/labels/orders.ts'
import style from './Order.module.css'
import { type OrderDetailFacts, sizeText } from './order.ts'
import { orderAnswers } from './order-answers.ts'

const OrderActDialog = lazyPart('OrderActDialog', () => import('./OrderActDialog.tsx'))
const TransferGuide = lazyPart('TransferGuide', () => import('./TransferGuide.tsx'))
const pollMs = 2_000
/** A bank transfer takes hours. */
const transferPollMs = 30_000

/** Payment of one order: payment method, where to pay, and state. */
export function OrderPayment({ orderId }: { orderId: string }) {
  const [everyMs, setEveryMs] = useState<number | false>(pollMs)
  const query = useCall(orderCalls.one, { orderId }, { refetchInterval: everyMs })
  const client = useQueryClient()
  const state = query.data?.state
  const isByTransfer = query.data?.paymentMethod === 'bank'
  useEffect(() => {
    setEveryMs(state !== undefined && state !== 'waiting' ? false : isByTransfer ? transferPollMs : pollMs)
    if (state === 'paid')
      invalidate(
        client,
        orderAnswers.filter(call => call.path !== orderCalls.one.path),
      )
  }, [state, isByTransfer, client])
  if (query.error && !query.data) return <PageFailure page="订单" query={query} />
  if (!query.data) return <PageSkeleton />
  const order = query.data
  return (
    <>
      <PageHead
        title={order.state === 'waiting' ? '支付订单' : '订单'}
        action={<LinkButton to={pathTo('/system/finance/order')}>全部订单</LinkButton>}
      />
      <div className={style.pay}>
        <Panel title={order.state === 'waiting' ? '付款' : '结果'}>
          <div role="status" className={layout.below12}>
            <StateTag tone={orderStateTags[order.state].tone}>
              {order.state === 'paid' ? '支付成功，套餐现在就可以使用' : orderStateTags[order.state].name}
            </StateTag>
          </div>
          {order.state === 'waiting' ? <Waiting order={order} onChange={() => void query.refetch()} /> : <Ended order={order} />}
        </Panel>
        <OrderSum order={order} />
      </div>
    </>
  )
}

/** 订单内容: products and total. */
function OrderSum({ order }: { order: OrderDetailFacts }) {
  return (
    <Panel title="订单内容">
      <dl className={style.sum}>
        <Line name="套餐">{order.name}</Line>
        <Line name="规格">
          {sizeText(order)} × {order.quantity}
        </Line>
        <Line name="有效期">{order.validityDays} 天，自支付时起</Line>
        <Line name="订单号">
          <CopyableId id={order.orderNumber} most={24} />
        </Line>
        <Line name="下单时间">
          <Moment at={order.createdAt} />
        </Line>
        {order.discountHao > 0 ? (
          <>
            <Line name={terms.list}>
              <Money hao={order.listHao} />
            </Line>
            <Line name={terms.discount}>
              −<Money hao={order.discountHao} />
            </Line>
            {order.coupon ? <Line name="其中优惠码">{couponText(order.coupon)}</Line> : null}
          </>
        ) : null}
        {order.bonusHao > 0 ? (
          <Line name={`其中${terms.bonus}`}>
            <Money hao={order.bonusHao} />
          </Line>
        ) : null}
        {order.paidAt && order.paymentMethod ? <Line name="支付方式">{orderPaymentMethods[order.paymentMethod]}</Line> : null}
        <div className={style.total}>
          <dt>{order.paidAt ? '实付' : '应付'}</dt>
          <dd>
            <Money hao={order.amountHao} />
          </dd>
        </div>
      </dl>
    </Panel>
  )
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

interface WaitingProps {
  order: OrderDetailFacts
  onChange: () => void
}

/** The open payment, or the choice of a payment method. */
function Waiting({ order, onChange }: WaitingProps) {
  const begun = order.payments.find(payment => isUnpaid(payment.state))
  const [isChoosing, setChoosing] = useState(false)
  const [isCancelling, setCancelling] = useState(false)
  const isByTransfer = order.paymentMethod === 'bank'
  const mayBuy = useMay('finance.write')
  return (
    <>
      {begun && !isChoosing ? (
        <Begun rechargeId={begun.rechargeId} onChange={onChange} />
      ) : isByTransfer && !isChoosing ? (
        <Suspense>
          <TransferGuide order={order} />
        </Suspense>
      ) : mayBuy ? (
        <Choosing order={order} onDone={() => setChoosing(false)} onChange={onChange} />
      ) : null}
      <p className={style.note}>
        订单为您保留到 <Moment at={order.expiresAt} />
        ，价格以下单时为准；超时自动关闭，已付的款不会丢失。
      </p>
      {mayBuy ? (
        <div className={`${layout.above16} ${layout.row}`}>
          {begun || isByTransfer ? (
            <Button onClick={() => setChoosing(!isChoosing)}>{isChoosing ? '返回原来的付款' : '换一种支付方式'}</Button>
          ) : null}
          <Button danger onClick={() => setCancelling(true)}>
            取消订单
          </Button>
        </div>
      ) : null}
      {isCancelling ? (
        <Suspense>
          <OrderActDialog
            act="cancel"
            row={order}
            onClose={() => {
              setCancelling(false)
              onChange()
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}

function Begun({ rechargeId, onChange }: { rechargeId: string; onChange: () => void }) {
  const payment = useCall(rechargeCalls.one, { rechargeId }, { refetchInterval: pollMs })
  if (payment.error && !payment.data)
    return <ErrorPanel title="付款没能加载" error={payment.error} onRetry={() => void payment.refetch()} />
  return payment.data ? (
    <PaymentWaiting payment={payment.data} cancelText="取消这次付款" invalidates={[orderCalls.one]} onChange={onChange} />
  ) : null
}

function Choosing({ order, onDone, onChange }: WaitingProps & { onDone: () => void }) {
  const me = useMe().data
  const balanceHao = me?.availableHao ?? null
  const bonusHao = bonusPaid(me?.bonusHao ?? 0, order.amountHao)
  const cashHao = order.amountHao - bonusHao
  const isEnough = balanceHao === null || leftOf(balanceHao, cashHao) >= 0
  const [way, setWay] = useState<OrderPaymentMethod>(order.paymentMethod ?? 'balance')
  const pay = useAct(orderCalls.pay, {
    invalidates: orderAnswers,
    onDone: () => {
      onDone()
      onChange()
    },
  })
  const closed = order.payments.find(payment => payment.closeReason === 'unavailable')
  return (
    <>
      {closed ? <p role="alert">支付通道暂时没有应答，请稍后再试，或换一种支付方式。</p> : null}
      <PaymentMethods
        chosen={way}
        balanceNote={
          balanceHao === null
            ? null
            : isEnough
              ? `可用 ${formatYuan(balanceHao)}${bonusHao > 0 ? `，先用赠送金 ${formatYuan(bonusHao)}` : ''}`
              : `还差 ${formatYuan(cashHao - balanceHao)}`
        }
        onChoose={next => {
          pay.reset()
          setWay(next)
        }}
      />
      <DueNote amountHao={order.amountHao} availableHao={balanceHao} paymentMethod={way} />
      <FormRefusal error={pay.error} />
      <Button
        type="primary"
        size="large"
        loading={pay.isPending}
        disabled={way === 'balance' && !isEnough}
        onClick={() => pay.mutate({ orderId: order.orderId, paymentMethod: way })}
      >
        {payTexts[way]} {formatYuan(way === 'balance' ? order.amountHao : dueHao(order.amountHao, balanceHao ?? 0))}
      </Button>
    </>
  )
}

function Ended({ order }: { order: OrderDetailFacts }) {
  const home = order.product === 'link' ? '/shorturl/combo' : '/sms/combo'
  const { grant } = order
  const again =
    order.product === 'link'
      ? pathTo('/shorturl/combo/purchase', { id: order.packageId })
      : pathTo('/sms/combo/purchase', { id: order.packageId })
  return (
    <>
      {order.state === 'expired' || order.state === 'cancelled' ? (
        <p className={style.note}>没有扣款。如果您已经付款，到账后会自动转入账户余额并通知您。</p>
      ) : null}
      {grant ? (
        <Facts
          facts={[
            ['到账数量', <Count key="count" count={grant.segmentCount} unit={saleUnit(order.kind)} />],
            ['到期', <Moment key="end" at={grant.expiresAt} />],
            ['支付时间', <Moment key="paid" at={order.paidAt} />],
            ['已退款', order.refundedHao > 0 ? <Money key="refunded" hao={order.refundedHao} /> : null],
          ]}
        />
      ) : null}
      <div className={`${layout.above16} ${layout.row}`}>
        {grant ? (
          <LinkButton type="primary" to={pathTo(home)}>
            查看我的套餐
          </LinkButton>
        ) : (
          <LinkButton type="primary" to={again}>
            重新下单
          </LinkButton>
        )}
        <LinkButton to={pathTo('/system/finance/order', { id: order.orderId })}>订单详情</LinkButton>
        {grant && orderMay('requestRefund', order.state) ? <LinkButton to={again}>继续购买</LinkButton> : null}
      </div>
    </>
  )
}
