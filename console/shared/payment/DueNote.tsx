import { Alert } from 'antd'
import { dueHao, type PayWayName } from '#contract/orders/order.ts'
import { formatYuan } from '#values/money.ts'

interface DueNoteProps {
  amountHao: number
  availableHao: number | null | undefined
  payWay: PayWayName
}

/** Says before it is paid that money from outside pays what the account owes first, and what comes to be paid. */
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
