import { App, Form, Input, InputNumber, Radio } from 'antd'
import { useAct } from '#console/call.ts'
import { thousands } from '#console/ui/Count.tsx'
import { zodRule } from '#console/ui/form-rules.ts'
import { grantKinds, operatorCustomerCalls } from '#contract/operator-customer.ts'
import { ActForm } from '../ui/ActForm.tsx'
import { type CustomerRow, customerAnswers } from './customer.ts'

interface Values {
  kind: keyof typeof grantKinds
  name: string
  segmentCount: number
  validityDays: number
  reason: string
}

const { shape } = operatorCustomerCalls.grant.input

/** 赠送套餐: segments for nothing, in the ledger like bought ones. */
export function GrantDialog({ customer, onClose }: { customer: CustomerRow; onClose: () => void }) {
  const { message } = App.useApp()
  const act = useAct(operatorCustomerCalls.grant, {
    invalidates: customerAnswers,
    onDone: (_, input) => {
      void message.success(`已赠送${thousands(input.segmentCount)}条给“${customer.name}”`)
      onClose()
    },
  })
  return (
    <ActForm<Values>
      title={`赠送套餐给“${customer.name}”`}
      okText="赠送"
      consequence="提交后立即入账，客户马上可以使用；赠送的套餐不能收回。"
      reasonHint="记入账本和操作记录。"
      act={act}
      first={{ kind: 'general', validityDays: 365 }}
      onSubmit={values => act.mutate({ accountId: customer.accountId, ...values })}
      onClose={onClose}
    >
      <Form.Item name="kind" label="类型" extra="行业：验证码和通知；推广：推广短信；通用：都可以用。">
        <Radio.Group options={Object.entries(grantKinds).map(([value, label]) => ({ value, label }))} optionType="button" />
      </Form.Item>
      <Form.Item name="name" label="套餐名称" extra="客户在首页和套餐列表中看到。" rules={[zodRule(shape.name)]}>
        <Input placeholder="新客户体验包" />
      </Form.Item>
      <Form.Item name="segmentCount" label="条数" rules={[zodRule(shape.segmentCount)]}>
        <InputNumber<number>
          precision={0}
          suffix="条"
          style={{ width: '100%' }}
          formatter={value => (value ? thousands(Number(value)) : '')}
        />
      </Form.Item>
      <Form.Item name="validityDays" label="有效期" rules={[zodRule(shape.validityDays)]}>
        <InputNumber<number> precision={0} suffix="天" style={{ width: '100%' }} />
      </Form.Item>
    </ActForm>
  )
}
