import type { ReactNode } from 'react'
import { type OrderPaymentMethod, orderPaymentMethods } from '#contract/orders/order.ts'
import { rechargeCalls } from '#contract/payments/recharge.ts'
import { useCall } from '#ui/call.ts'
import { Field } from '#ui/form/Field.tsx'
import style from './Payment.module.css'

interface PaymentMethodsProps {
  chosen: OrderPaymentMethod
  /** Only these; without it, all that the platform takes. */
  offered?: readonly OrderPaymentMethod[]
  /** Shown beside the balance: its amount. */
  balanceNote: ReactNode
  onChoose: (way: OrderPaymentMethod) => void
}

/** Payment methods: 余额, the available gateways, and a bank transfer where the platform has published an account. */
export function PaymentMethods({ chosen, offered, balanceNote, onChoose }: PaymentMethodsProps) {
  const paymentMethods = useCall(rechargeCalls.paymentMethods, {})
  const ways: readonly OrderPaymentMethod[] = offered ?? [
    'balance',
    ...(['alipay', 'wechat'] as const).filter(one => paymentMethods.data?.paymentMethods.includes(one)),
    ...(paymentMethods.data?.takesTransfers ? (['bank'] as const) : []),
  ]
  return (
    <Field label="支付方式" isGroup>
      {() => (
        <div className={style.ways}>
          {ways.map(way => (
            <label key={way} className={style.way}>
              <input type="radio" name="paymentMethod" value={way} checked={way === chosen} onChange={() => onChoose(way)} />
              {orderPaymentMethods[way]}
              {way === 'balance' ? <span>{balanceNote}</span> : null}
            </label>
          ))}
        </div>
      )}
    </Field>
  )
}
