import { Alert } from 'antd'
import { dueHao, type PayWayName } from '#contract/orders/order.ts'
import { formatYuan } from '#values/money.ts'

interface DueNoteProps {
  amountHao: number
  availableHao: number | null | undefined
  payWay: PayWayName
}

/** Warns before a payment that it first settles the account's arrears, and shows the sum to pay. */
export function DueNote({ amountHao, availableHao, payWay }: DueNoteProps) {
  if (payWay === 'balance' || !availableHao || availableHao >= 0) return null
  const wholeHao = dueHao(amountHao, availableHao)
  return (
    <Alert
      type="warning"
      showIcon
      title={`先还欠费 ${formatYuan(wholeHao - amountHao)}，共需${payWay === 'bank' ? '汇款' : '支付'} ${formatYuan(wholeHao)}`}
      description="账户有欠费，到账的款项先归还欠费，其余支付本订单。"
    />
  )
}
