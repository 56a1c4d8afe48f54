import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { isUnpaid, rechargeCalls } from '#contract/payments/recharge.ts'
import type { CallTarget } from '#ui/call.ts'
import { Facts } from '#ui/display/Facts.tsx'
import { Money } from '#ui/display/Money.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { rechargeStateTags } from '#ui/labels/payments.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { useFocusBack } from '#ui/overlay/focus-back.ts'
import layout from '#ui/theme/layout.module.css'
import { EndNote } from '../payment/EndNote.tsx'
import { PaymentWaiting } from '../payment/PaymentWaiting.tsx'
import { usePayment } from '../payment/payment.ts'
import type { Purchased } from '../purchase/product.ts'
import type { Lack } from './cover.ts'
import { TopUpForm } from './TopUpForm.tsx'
import { useTopUp } from './top-up.ts'

interface TopUpDrawerProps {
  /** Undefined while it isn't known, null when nothing is missing. */
  lack: Lack | null | undefined
  /** Calls that a payment outdates, besides the balance. */
  invalidates: readonly CallTarget[]
  /** The button that leads back to the page below. */
  doneText: string
}

/** What is missing is paid here, and the page below goes on: a recharge, or the cheapest package that covers it. */
export function TopUpDrawer({ lack, invalidates, doneText }: TopUpDrawerProps) {
  const { payment, pay, open, close, topUp } = useTopUp()
  const [bought, setBought] = useState<Purchased | null>(null)
  // Each state has a drawer of its own, which knows only what the one before it had focused.
  useFocusBack(true)
  const done = (
    <Button type="primary" size="large" onClick={close}>
      {doneText}
    </Button>
  )
  if (payment !== '') return <Attempt rechargeId={payment} {...{ invalidates, done }} onClose={close} onAgain={() => open(topUp)} />
  if (bought)
    return (
      <Shown onClose={close} actions={done}>
        <Result text="购买成功，现在就可以使用" />
        <Facts
          facts={[
            ['套餐', bought.name],
            ['已付', <Money key="paid" hao={bought.amountHao} />],
            ['现有余额', <Money key="left" hao={bought.availableHao} />],
          ]}
        />
      </Shown>
    )
  if (lack) return <TopUpForm lack={lack} invalidates={invalidates} onPaying={pay} onBought={setBought} onClose={close} />
  return (
    <Shown onClose={close} actions={lack === null ? done : null}>
      {lack === null ? <Result text="已经足够，不用再补" /> : <PageSkeleton />}
    </Shown>
  )
}

const Shown = ({ actions, onClose, children }: { actions: ReactNode; onClose: () => void; children: ReactNode }) => (
  <DetailDrawer onClose={onClose} title="补足费用" actions={actions}>
    {children}
  </DetailDrawer>
)

const Result = ({ text }: { text: string }) => (
  <div role="status" className={layout.below16}>
    <StateTag tone="good">{text}</StateTag>
  </div>
)

interface AttemptProps extends Pick<TopUpDrawerProps, 'invalidates'> {
  rechargeId: string
  done: ReactNode
  onClose: () => void
  onAgain: () => void
}

/** An attempt to pay: where, until it is paid or has ended otherwise. */
function Attempt({ rechargeId, invalidates, done, onClose, onAgain }: AttemptProps) {
  const query = usePayment(rechargeId, invalidates)
  const payment = query.data
  if (!payment)
    return (
      <Shown onClose={onClose} actions={null}>
        {query.error ? <ErrorPanel title="付款没能加载" error={query.error} onRetry={() => void query.refetch()} /> : <PageSkeleton />}
      </Shown>
    )
  const { state, closeReason, amountHao, availableHao } = payment
  const again = (
    <Button type="primary" size="large" onClick={onAgain}>
      重新支付
    </Button>
  )
  if (state === 'paid')
    return (
      <Shown onClose={onClose} actions={done}>
        <Result text="支付成功，已到账" />
        <Facts
          facts={[
            ['金额', <Money key="sum" hao={amountHao} />],
            ['现有余额', <Money key="left" hao={availableHao} />],
          ]}
        />
      </Shown>
    )
  return (
    <Shown onClose={onClose} actions={isUnpaid(state) ? null : again}>
      <div role="status" className={layout.below16}>
        <StateTag tone={rechargeStateTags[state].tone}>{rechargeStateTags[state].name}</StateTag>
      </div>
      {isUnpaid(state) ? (
        <PaymentWaiting
          payment={payment}
          cancelText="换一种方式支付"
          invalidates={[rechargeCalls.list]}
          onChange={() => void query.refetch()}
        />
      ) : null}
      <EndNote state={state} closeReason={closeReason} />
    </Shown>
  )
}
