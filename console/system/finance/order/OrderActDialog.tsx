import { App } from 'antd'
import { orderCalls } from '#contract/orders/order.ts'
import { useAct } from '#ui/call.ts'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import type { OrderAct } from './OrderList.tsx'
import type { Order } from './order.ts'
import { orderAnswers } from './order-answers.ts'
import { RefundDialog } from './RefundDialog.tsx'

interface OrderActDialogProps {
  act: OrderAct
  row: Pick<Order, 'orderId' | 'orderNumber' | 'name'>
  onClose: () => void
}

/** Confirms an act on an order. */
export function OrderActDialog({ act, row, onClose }: OrderActDialogProps) {
  if (act === 'refund') return <RefundDialog row={row} onClose={onClose} />
  return act === 'cancel' ? <CancelDialog row={row} onClose={onClose} /> : <WithdrawDialog row={row} onClose={onClose} />
}

type Props = Omit<OrderActDialogProps, 'act'>

function CancelDialog({ row, onClose }: Props) {
  const { message } = App.useApp()
  const act = useAct(orderCalls.cancel, {
    invalidates: orderAnswers,
    onDone: ({ state }) => {
      void (state === 'paid' ? message.info('付款已先到账，订单已支付') : message.success('订单已取消'))
      onClose()
    },
  })
  return (
    <AskDialog
      title={`取消订单 ${row.orderNumber}`}
      okText="取消订单"
      isDanger
      act={act}
      onOk={() => act.mutate({ orderId: row.orderId })}
      onClose={onClose}
    >
      <p>“{row.name}”不再购买；打开的付款页面或二维码同时失效。如果付款刚好到账，订单会显示为已支付。</p>
    </AskDialog>
  )
}

function WithdrawDialog({ row, onClose }: Props) {
  const act = useDialogAct(orderCalls.withdrawRefund, { invalidates: orderAnswers, done: '退款申请已撤销，套餐可以继续使用', onClose })
  return (
    <AskDialog
      title={`撤销退款申请 ${row.orderNumber}`}
      okText="撤销申请"
      act={act}
      onOk={() => act.mutate({ orderId: row.orderId })}
      onClose={onClose}
    >
      <p>“{row.name}”剩余的数量恢复可用；需要时可以按当时的可退金额再次申请。</p>
    </AskDialog>
  )
}
