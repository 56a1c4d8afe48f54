import { Form, Input } from 'antd'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminCustomerCalls } from '#contract/account/admin-customer.ts'
import { zodRule } from '#ui/form/form-rules.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { formatYuan } from '#values/money.ts'
import { type CustomerRow, customerAnswers } from './customer.ts'

interface Values {
  amount: string
  reason: string
}

/** 信用额度: how far sending may overdraw a customer's balance, after a second member of staff has approved. */
export function CreditLimitDialog({ customer, onClose }: { customer: CustomerRow; onClose: () => void }) {
  const act = useDialogAct(adminCustomerCalls.creditLimit, {
    invalidates: customerAnswers,
    done: '信用额度申请已提交，由另一位同事复核后生效',
    onClose,
  })
  return (
    <ActForm<Values>
      title={`“${customer.name}”的信用额度`}
      okText="提交复核"
      isForTwo
      consequence={`现有余额${formatYuan(customer.availableHao)}。额度内可以先发送后付款，购买套餐仍须有余额；填0取消额度。`}
      reasonHint="请写明依据，复核人会看到。"
      act={act}
      first={{ amount: '0' }}
      onSubmit={values => act.mutate({ accountId: customer.accountId, ...values })}
      onClose={onClose}
    >
      <Form.Item name="amount" label="信用额度" rules={[zodRule(adminCustomerCalls.creditLimit.input.shape.amount)]}>
        <Input prefix="¥" inputMode="decimal" autoComplete="off" />
      </Form.Item>
    </ActForm>
  )
}
