import { App, Form, Input } from 'antd'
import { useAct } from '#console/call.ts'
import { zodRule } from '#console/ui/form-rules.ts'
import { operatorCustomerCalls } from '#contract/operator-customer.ts'
import { ActForm } from '../ui/ActForm.tsx'
import { type CustomerRow, customerAnswers } from './customer.ts'

interface Values {
  name: string
  reason: string
}

/** 人工认证: until customers can hand in their papers online, staff look at them elsewhere and enter the name. */
export function AttestDialog({ customer, onClose }: { customer: CustomerRow; onClose: () => void }) {
  const { message } = App.useApp()
  const act = useAct(operatorCustomerCalls.attest, {
    invalidates: customerAnswers,
    onDone: (_, { name }) => {
      void message.success(`“${customer.name}”已认证为“${name}”`)
      onClose()
    },
  })
  return (
    <ActForm<Values>
      title={`认证“${customer.name}”`}
      okText="确认认证"
      consequence="在线提交认证资料的功能还没有上线，这里由您线下核对证照后人工登记。认证后客户可以发送短信；您的姓名和填写的内容会记入操作记录。"
      reasonHint="请写明核对了哪些资料，例如“营业执照原件”。"
      act={act}
      onSubmit={values => act.mutate({ accountId: customer.accountId, ...values })}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label="认证名称"
        extra="与证照上的名称完全一致。"
        rules={[zodRule(operatorCustomerCalls.attest.input.shape.name)]}
      >
        <Input />
      </Form.Item>
    </ActForm>
  )
}
