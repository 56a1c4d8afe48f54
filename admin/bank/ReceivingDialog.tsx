import { Form, Input, Skeleton } from 'antd'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminBankCalls } from '#contract/payments/admin-bank.ts'
import { adminApprovalCalls } from '#contract/staff/admin-approval.ts'
import { useCall } from '#ui/call.ts'
import { zodRule } from '#ui/form/form-rules.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'

const { shape } = adminBankCalls.setReceiving.input
type Typed = { holder: string; accountNumber: string; bank: string; bankCode: string; reason: string }

/** 收款账户: the bank account for customers' payments. A change needs two people. */
export function ReceivingDialog({ onClose }: { onClose: () => void }) {
  const query = useCall(adminBankCalls.receiving, {})
  const set = useDialogAct(adminBankCalls.setReceiving, {
    invalidates: [adminApprovalCalls.list],
    done: '已提交复核，另一位同事同意后生效',
    onClose,
  })
  if (!query.data) return query.error ? null : <Skeleton active />
  return (
    <ActForm<Typed>
      title="收款账户"
      okText="提交复核"
      isForTwo
      consequence="客户在控制台看到的收款账户。更换须由另一位同事在“复核”中同意，同意后立即对全部客户生效。"
      reasonHint="记入操作记录。"
      act={set}
      first={query.data.receiving ?? {}}
      onSubmit={values => set.mutate(values)}
      onClose={onClose}
    >
      <Form.Item name="holder" label="收款户名" rules={[zodRule(shape.holder)]}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="accountNumber" label="收款账号" rules={[zodRule(shape.accountNumber)]}>
        <Input autoComplete="off" inputMode="numeric" />
      </Form.Item>
      <Form.Item name="bank" label="开户行" rules={[zodRule(shape.bank)]}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="bankCode" label="联行号" rules={[zodRule(shape.bankCode)]}>
        <Input autoComplete="off" inputMode="numeric" />
      </Form.Item>
    </ActForm>
  )
}
