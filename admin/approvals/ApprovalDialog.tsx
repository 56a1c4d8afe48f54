import { App } from 'antd'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminCustomerCalls } from '#contract/account/admin-customer.ts'
import { adminOrderCalls, adminRefundCalls } from '#contract/orders/admin-order.ts'
import { adminApprovalCalls, approvalKinds } from '#contract/staff/admin-approval.ts'
import { adminAuditLogCalls } from '#contract/staff/admin-audit-log.ts'
import { useAct } from '#ui/call.ts'
import { Facts } from '#ui/display/Facts.tsx'
import layout from '#ui/theme/layout.module.css'
import { type ApprovalAct, type ApprovalRow, contentFacts } from './approval.tsx'

const words = {
  approved: { name: '通过', consequence: '通过后立即按下面的内容执行，不能撤销。', hint: '记入操作记录。' },
  rejected: { name: '驳回', consequence: '驳回后不执行，申请人会看到原因。', hint: '申请人会看到，记入操作记录。' },
  withdrawn: { name: '撤回', consequence: '撤回后不执行；需要时重新申请。', hint: '记入操作记录。' },
} as const

const answers = [
  adminApprovalCalls.list,
  adminCustomerCalls.list,
  adminCustomerCalls.one,
  adminRefundCalls.list,
  adminOrderCalls.list,
  adminOrderCalls.one,
  adminAuditLogCalls.list,
]

/** Shows the exact requested act once more; the server refuses any other. */
export function ApprovalDialog({ row, act, onClose }: { row: ApprovalRow; act: ApprovalAct; onClose: () => void }) {
  const { message } = App.useApp()
  const { name, consequence, hint } = words[act]
  const onDone = () => {
    void message.success(`已${name}`)
    onClose()
  }
  const decide = useAct(adminApprovalCalls.decide, { invalidates: answers, onDone })
  const withdraw = useAct(adminApprovalCalls.withdraw, { invalidates: answers, onDone })
  const { approvalId, payloadHash } = row
  return (
    <ActForm<{ reason: string }>
      title={`${name}：${approvalKinds[row.kind]}`}
      okText={name}
      isDanger={act === 'rejected'}
      consequence={
        <>
          <p>{consequence}</p>
          <div className={layout.below16}>
            <Facts facts={[['客户', row.accountName], ...contentFacts(row), ['申请人', row.maker], ['申请原因', row.reason]]} />
          </div>
        </>
      }
      reasonHint={hint}
      act={act === 'withdrawn' ? withdraw : decide}
      {...(act === 'approved' ? { first: { reason: '已核对，同意' } } : {})}
      onSubmit={({ reason }) =>
        act === 'withdrawn'
          ? withdraw.mutate({ approvalId, reason })
          : decide.mutate({ approvalId, payloadHash, decision: act, answer: reason })
      }
      onClose={onClose}
    />
  )
}
