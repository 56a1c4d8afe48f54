import { Button } from 'antd'
import { Suspense } from 'react'
import { useMay } from '#console/session.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { isUnpaid, paymentMethodNames, rechargeCalls } from '#contract/payments/recharge.ts'
import { type CallTarget, useAct, useCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import style from './Payment.module.css'

const PayCode = lazyPart('PayCode', () => import('./PayCode.tsx'))

interface PaymentWaitingProps {
  payment: CallAnswerWire<typeof rechargeCalls.one>
  /** 取消充值, or another text for ending the attempt. */
  cancelText: string
  invalidates: readonly CallTarget[]
  onChange: () => void
}

/** An open payment: the gateway's page or a QR code, and its time limit. */
export function PaymentWaiting({ payment, cancelText, invalidates, onChange }: PaymentWaitingProps) {
  const { rechargeId, nextAction, amountHao, paymentMethod } = payment
  const mayPay = useMay('finance.write')
  const paymentMethods = useCall(rechargeCalls.paymentMethods, {}, { enabled: mayPay })
  const check = useAct(rechargeCalls.check, { onDone: onChange })
  const cancel = useAct(rechargeCalls.cancel, { onDone: onChange, invalidates })
  const simulator = paymentMethods.data?.simulator
  return (
    <>
      <strong className={style.sum}>
        <Money hao={amountHao} />
      </strong>
      {nextAction?.kind === 'code' ? (
        <>
          <Suspense fallback={<div className={style.code} />}>
            <PayCode text={nextAction.text} />
          </Suspense>
          <p className={style.note}>请用微信“扫一扫”付款，付款后这里会自动更新。</p>
        </>
      ) : null}
      {nextAction?.kind === 'page' ? (
        <p className={style.note}>在新打开的{paymentMethodNames[paymentMethod]}页面完成付款，付款后这里会自动更新。</p>
      ) : null}
      <p className={style.note}>
        请在 <Moment at={payment.expiresAt} /> 前支付，超时后自动关闭。
      </p>
      <div className={style.buttons}>
        {nextAction?.kind === 'page' ? (
          <Button type="primary" href={nextAction.url} target="_blank" rel="noopener">
            打开{paymentMethodNames[paymentMethod]}付款
          </Button>
        ) : null}
        {nextAction?.kind === 'code' && simulator ? (
          <Button type="primary" href={simulator} target="_blank" rel="noopener">
            打开支付模拟器“扫码”
          </Button>
        ) : null}
        {mayPay ? (
          <>
            <Button loading={check.isPending} onClick={() => check.mutate({ rechargeId })}>
              已付款，查询到账
            </Button>
            <Button loading={cancel.isPending} onClick={() => cancel.mutate({ rechargeId })}>
              {cancelText}
            </Button>
          </>
        ) : null}
      </div>
      {check.data && isUnpaid(check.data.state) ? <p className={style.note}>支付通道还没有收到付款。</p> : null}
      <FormRefusal error={check.error ?? cancel.error} />
    </>
  )
}
