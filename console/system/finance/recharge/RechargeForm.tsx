import { Button, Input } from 'antd'
import { useState } from 'react'
import { usePayPage } from '#console/shared/payment/payment.ts'
import { type OnlinePaymentMethod, onlinePaymentMethodNames, rechargeCalls, rechargePresets } from '#contract/payments/recharge.ts'
import { amountRule } from '#contract/rules.ts'
import { terms } from '#contract/terms.ts'
import { useAct, useCall } from '#ui/call.ts'
import { Facts } from '#ui/display/Facts.tsx'
import { Panel, Panels } from '#ui/display/Panel.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { PageFailure } from '#ui/frame/PageFailure.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { formatYuan, parseYuanOrThrow } from '#values/money.ts'
import { useMe } from '../../../session.ts'
import style from './Recharge.module.css'

/** Sum and gateway. The attempt is saved first; the next step shows where to pay it. */
export function RechargeForm() {
  const paymentMethods = useCall(rechargeCalls.paymentMethods, {})
  if (paymentMethods.error && !paymentMethods.data) return <PageFailure page="充值" query={paymentMethods} title="充值方式没能加载" />
  if (!paymentMethods.data) return <PageSkeleton />
  const [first, ...others] = paymentMethods.data.paymentMethods
  return (
    <>
      <PageHead title="充值" note={first && '充值的钱在消费后可以开票；没有消费的部分不能开票。'} />
      {first ? (
        <OnlineRecharge paymentMethods={[first, ...others]} />
      ) : (
        <Panel title="在线充值暂未开通">
          <p className={style.note}>平台还没有接入支付通道，请联系平台客服充值。</p>
        </Panel>
      )}
    </>
  )
}

function OnlineRecharge({ paymentMethods }: { paymentMethods: [OnlinePaymentMethod, ...OnlinePaymentMethod[]] }) {
  const me = useMe().data
  const [, setAddress] = useUrlState({ id: '', out_trade_no: '' })
  const [amount, setAmount] = useState<string>(rechargePresets[1])
  const page = usePayPage()
  const [chosen, setChosen] = useState<OnlinePaymentMethod | null>(null)
  const [isTried, setTried] = useState(false)
  const create = useAct(rechargeCalls.create, {
    invalidates: [rechargeCalls.list],
    onDone: ({ rechargeId }) => {
      setAddress({ id: rechargeId, out_trade_no: '' })
      return page.lead(rechargeId)
    },
  })
  const paymentMethod = chosen ?? paymentMethods[0]
  const error = ruleMessage(amountRule, amount)
  const sumHao = error === null ? parseYuanOrThrow(amount) : null
  const pay = () => {
    setTried(true)
    if (error !== null) return document.getElementById('amount')?.focus()
    page.open(paymentMethod)
    create.mutate({ paymentMethod, amount }, { onError: page.close })
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        pay()
      }}
    >
      <Panels layout="wide">
        <Panel title="在线充值">
          <Field label="充值金额" id="amount" hint="0.01~9999999元，最多两位小数" error={isTried || amount !== '' ? error : null}>
            {({ status, ...control }) => (
              <Input
                {...control}
                status={status}
                className={style.amount}
                prefix="¥"
                inputMode="decimal"
                autoComplete="off"
                value={amount}
                onChange={event => {
                  create.reset()
                  setAmount(event.target.value.trim())
                }}
              />
            )}
          </Field>
          <Presets amount={amount} onChange={setAmount} />
        </Panel>
        <Panel title="支付">
          <Facts facts={balanceFacts(me?.availableHao, sumHao)} />
          <PaymentMethodField paymentMethods={paymentMethods} paymentMethod={paymentMethod} onChange={setChosen} />
          <FormRefusal error={create.error} />
          <Button type="primary" block size="large" htmlType="submit" loading={create.isPending}>
            {sumHao === null ? '去支付' : `去支付 ${formatYuan(sumHao)}`}
          </Button>
        </Panel>
      </Panels>
    </form>
  )
}

/** The balance or arrears before and after; nothing without permission. */
function balanceFacts(availableHao: number | null | undefined, sumHao: number | null): [string, string][] {
  if (availableHao == null) return []
  return [
    availableHao < 0 ? [terms.arrears, `${formatYuan(-availableHao)}，到账后先归还`] : [terms.available, formatYuan(availableHao)],
    ['到账后余额', sumHao === null ? '–' : formatYuan(availableHao + sumHao)],
  ]
}

const Presets = ({ amount, onChange }: { amount: string; onChange: (amount: string) => void }) => (
  <div className={style.presets}>
    {rechargePresets.map(preset => (
      <Button
        key={preset}
        aria-pressed={amount === preset}
        type={amount === preset ? 'primary' : 'default'}
        onClick={() => onChange(preset)}
      >
        {Number(preset).toLocaleString('en-US')} 元
      </Button>
    ))}
  </div>
)

interface PaymentMethodFieldProps {
  paymentMethods: readonly OnlinePaymentMethod[]
  paymentMethod: OnlinePaymentMethod
  onChange: (paymentMethod: OnlinePaymentMethod) => void
}

const PaymentMethodField = ({ paymentMethods, paymentMethod, onChange }: PaymentMethodFieldProps) => (
  <Field label="支付方式" isGroup>
    {() => (
      <div className={style.paymentMethods}>
        {paymentMethods.map(one => (
          <label key={one} className={style.paymentMethod}>
            <input type="radio" name="paymentMethod" value={one} checked={one === paymentMethod} onChange={() => onChange(one)} />
            {onlinePaymentMethodNames[one]}
          </label>
        ))}
      </div>
    )}
  </Field>
)
