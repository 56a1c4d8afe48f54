import { Alert } from 'antd'
import { arrearsText, type OrderPaymentMethod } from '#contract/orders/order.ts'

interface DueNoteProps {
  amountHao: number
  availableHao: number | null | undefined
  paymentMethod: OrderPaymentMethod
}

/** Warns before a payment that it first settles the account's arrears, and shows the sum to pay. */
export function DueNote({ amountHao, availableHao, paymentMethod }: DueNoteProps) {
  const text = arrearsText(amountHao, availableHao ?? 0, paymentMethod)
  if (text === null) return null
  return <Alert type="warning" showIcon title={text} description="账户有欠费，到账的款项先归还欠费，其余支付本订单。" />
}
