import { App, Form, Input } from 'antd'
import { useAct } from '#console/call.ts'
import { zodRule } from '#console/ui/form-rules.ts'
import { operatorCustomerCalls } from '#contract/operator-customer.ts'
import { formatYuan, parseYuan } from '#values/money.ts'
import { ActForm } from '../ui/ActForm.tsx'
import { type CustomerRow, customerAnswers } from './customer.ts'

interface Values {
  amount: string
  reason: string
}

/** 人工充值: money that came another way, as a bank transfer. */
export function RechargeDialog({ customer, onClose }: { customer: CustomerRow; onClose: () => void }) {
  const { message } = App.useApp()
  const act = useAct(operatorCustomerCalls.recharge, {
    invalidates: customerAnswers,
    onDone: ({ availableHao }, { amount }) => {
      void message.success(`已为“${customer.name}”充值${formatYuan(parseYuan(amount) ?? 0)}，现有余额${formatYuan(availableHao)}`)
      onClose()
    },
  })
  return (
    <ActForm<Values>
      title={`为“${customer.name}”充值`}
      okText="充值"
      consequence={`现有余额${formatYuan(customer.availableHao)}。提交后立即到账，请先确认款项已收到。`}
      reasonHint="请写明收款方式和凭证号，记入账本和操作记录。"
      act={act}
      onSubmit={values => act.mutate({ accountId: customer.accountId, ...values })}
      onClose={onClose}
    >
      <Form.Item name="amount" label="金额" rules={[zodRule(operatorCustomerCalls.recharge.input.shape.amount)]}>
        <Input prefix="¥" inputMode="decimal" autoComplete="off" />
      </Form.Item>
    </ActForm>
  )
}
