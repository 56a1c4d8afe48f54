import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminOrderCalls, adminRefundCalls } from '#contract/orders/admin-order.ts'
import { saleUnit } from '#contract/orders/package.ts'
import { adminApprovalCalls } from '#contract/staff/admin-approval.ts'
import { adminAuditLogCalls } from '#contract/staff/admin-audit-log.ts'
import { thousands } from '#ui/display/Count.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { isKeyOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { formatYuan } from '#values/money.ts'
import type { RefundRow } from './Page.tsx'

/** 同意 or 驳回 a refund, with a sentence for the customer. */
export function RefundDialog({ row, decision, onClose }: { row: RefundRow; decision: 'done' | 'rejected'; onClose: () => void }) {
  const act = useDialogAct(adminRefundCalls.decide, {
    invalidates: [adminRefundCalls.list, adminOrderCalls.list, adminOrderCalls.one, adminApprovalCalls.list, adminAuditLogCalls.list],
    done: ({ state }) => (isKeyOf(doneTexts, state) ? doneTexts[state] : '已处理'),
    onClose,
  })
  const isLarge = row.amountHao > limits.fourEyesHao
  const consequence =
    decision === 'rejected'
      ? '套餐余量恢复可用，客户会收到下面填写的原因。'
      : `${formatYuan(row.amountHao)}退回“${row.accountName}”的余额，收回 ${thousands(row.returnedCount)} ${saleUnit(row.kind)}。${isLarge ? '金额较大，须再由一位同事复核后才会退款。' : '提交后立即到账。'}`
  return (
    <ActForm<{ reason: string }>
      title={`${decision === 'done' ? '同意退款' : '驳回退款'} ${row.orderNumber}`}
      okText={decision === 'done' ? (isLarge ? '同意并提交复核' : `退款 ${formatYuan(row.amountHao)}`) : '驳回'}
      isDanger={decision === 'rejected'}
      isForTwo={isLarge && decision === 'done'}
      consequence={consequence}
      reasonHint={decision === 'rejected' ? '客户会看到，记入操作记录。' : '记入订单和操作记录。'}
      act={act}
      {...(decision === 'done' ? { first: { reason: '核对无误，同意退款' } } : {})}
      onSubmit={({ reason }) => act.mutate({ accountId: row.accountId, refundId: row.refundId, decision, answer: reason })}
      onClose={onClose}
    />
  )
}

const doneTexts = { done: '已退款到客户余额', checking: '已提交，由另一位同事复核后退款', rejected: '已驳回' } as const
