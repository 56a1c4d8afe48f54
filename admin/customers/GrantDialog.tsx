import { Form, Input, InputNumber, Radio } from 'antd'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminCustomerCalls } from '#contract/account/admin-customer.ts'
import { type SaleKind, saleKinds, saleUnit } from '#contract/orders/package.ts'
import { thousands } from '#ui/display/Count.tsx'
import { zodRule } from '#ui/form/form-rules.ts'
import { optionsOf } from '#ui/form/options.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { type CustomerRow, customerAnswers } from './customer.ts'

interface Values {
  kind: SaleKind
  name: string
  segmentCount: number
  validityDays: number
  reason: string
}

const { shape } = adminCustomerCalls.grant.input

/** 赠送套餐: grants segments or link units for free, after a second member of staff has approved. */
export function GrantDialog({ customer, onClose }: { customer: CustomerRow; onClose: () => void }) {
  const act = useDialogAct(adminCustomerCalls.grant, {
    invalidates: customerAnswers,
    done: '赠送申请已提交，由另一位同事复核后入账',
    onClose,
  })
  return (
    <ActForm<Values>
      title={`赠送套餐给“${customer.name}”`}
      okText="提交复核"
      isForTwo
      consequence="提交后由另一位同事复核，通过后客户马上可以使用；赠送的套餐不能收回，不开发票。"
      reasonHint="请写明依据，复核人会看到，记入账本和操作记录。"
      act={act}
      first={{ kind: 'general', validityDays: 365 }}
      onSubmit={values => act.mutate({ accountId: customer.accountId, ...values })}
      onClose={onClose}
    >
      <Form.Item name="kind" label="类型" extra="行业：验证码和通知；推广：推广短信；通用：两者都可以用；短链：短链接和访问统计。">
        <Radio.Group options={optionsOf(saleKinds)} optionType="button" />
      </Form.Item>
      <Form.Item name="name" label="套餐名称" extra="客户在首页和套餐列表中看到。" rules={[zodRule(shape.name)]}>
        <Input placeholder="新客户体验包" />
      </Form.Item>
      <Form.Item noStyle dependencies={['kind']}>
        {({ getFieldValue }) => (
          <Form.Item name="segmentCount" label="数量" rules={[zodRule(shape.segmentCount)]}>
            <InputNumber<number>
              precision={0}
              suffix={saleUnit(getFieldValue('kind'))}
              style={{ width: '100%' }}
              formatter={value => (value ? thousands(Number(value)) : '')}
            />
          </Form.Item>
        )}
      </Form.Item>
      <Form.Item name="validityDays" label="有效期" rules={[zodRule(shape.validityDays)]}>
        <InputNumber<number> precision={0} suffix="天" style={{ width: '100%' }} />
      </Form.Item>
    </ActForm>
  )
}
