import { Alert } from 'antd'
import { dueHao, type OrderPaymentMethod } from '#contract/orders/order.ts'
import { formatYuan } from '#values/money.ts'

interface DueNoteProps {
  amountHao: number
  availableHao: number | null | undefined
  paymentMethod: OrderPaymentMethod
}

/** Warns before a payment that it first settles the account's arrears, and shows the sum to pay. */
export function DueNote({ amountHao, availableHao, paymentMethod }: DueNoteProps) {
  if (paymentMethod === 'balance' || !availableHao || availableHao >= 0) return null
  const wholeHao = dueHao(amountHao, availableHao)
  return (
    <Alert
      type="warning"
      showIcon
      title={`先还欠费 ${formatYuan(wholeHao - amountHao)}，共需${paymentMethod === 'bank' ? '汇款' : '支付'} ${formatYuan(wholeHao)}`}
      description="账户有欠费，到账的款项先归还欠费，其余支付本订单。"
    />
  )
}
