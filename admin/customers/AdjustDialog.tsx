import { Checkbox, Form, Input, Radio } from 'antd'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminCustomerCalls } from '#contract/account/admin-customer.ts'
import { zodRule } from '#ui/form/form-rules.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { formatYuan } from '#values/money.ts'
import { type CustomerRow, customerAnswers } from './customer.ts'

interface Values {
  direction: 'in' | 'out'
  amount: string
  mayOwe?: boolean
  reason: string
}

/**
 * 调账: corrects a customer's balance, after a second member of staff has approved. A bank transfer is a recharge, not a
 * correction.
 */
export function AdjustDialog({ customer, onClose }: { customer: CustomerRow; onClose: () => void }) {
  const act = useDialogAct(adminCustomerCalls.adjust, {
    invalidates: customerAnswers,
    done: '调账申请已提交，由另一位同事复核后入账',
    onClose,
  })
  return (
    <ActForm<Values>
      title={`为“${customer.name}”调账`}
      okText="提交复核"
      isForTwo
      consequence={`现有余额${formatYuan(customer.availableHao)}。提交后由另一位同事复核，通过后入账并出现在客户的收支明细中。`}
      reasonHint="请写明依据，复核人和客户都会看到。"
      act={act}
      first={{ direction: 'in' }}
      onSubmit={values => act.mutate({ accountId: customer.accountId, ...values })}
      onClose={onClose}
    >
      <Form.Item name="direction" label="方向">
        <Radio.Group
          optionType="button"
          options={[
            { value: 'in', label: '调增余额' },
            { value: 'out', label: '调减余额' },
          ]}
        />
      </Form.Item>
      <Form.Item name="amount" label="金额" rules={[zodRule(adminCustomerCalls.adjust.input.shape.amount)]}>
        <Input prefix="¥" inputMode="decimal" autoComplete="off" />
      </Form.Item>
      <Form.Item noStyle dependencies={['direction']}>
        {({ getFieldValue }) =>
          getFieldValue('direction') === 'out' ? (
            <Form.Item name="mayOwe" valuePropName="checked" extra="余额不够时记为欠费：按条付费的发送停止，套餐照常，充值先归还欠费。">
              <Checkbox>余额不足时允许欠费</Checkbox>
            </Form.Item>
          ) : null
        }
      </Form.Item>
    </ActForm>
  )
}
