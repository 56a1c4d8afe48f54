import { Form, Input, InputNumber } from 'antd'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminCustomerCalls } from '#contract/account/admin-customer.ts'
import { zodRule } from '#ui/form/form-rules.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { type CustomerRow, customerAnswers } from './customer.ts'

interface Values {
  amount: string
  name: string
  validityDays: number
  reason: string
}

const { shape } = adminCustomerCalls.giveBonus.input

/** 赠送金: bonus money that is spent before the balance and expires, after a second member of staff has approved. */
export function BonusDialog({ customer, onClose }: { customer: CustomerRow; onClose: () => void }) {
  const act = useDialogAct(adminCustomerCalls.giveBonus, {
    invalidates: customerAnswers,
    done: '赠送金申请已提交，由另一位同事复核后入账',
    onClose,
  })
  return (
    <ActForm<Values>
      title={`赠送金给“${customer.name}”`}
      okText="提交复核"
      isForTwo
      consequence="提交后由另一位同事复核，通过后客户马上可以使用：购买套餐和按条付费时先用赠送金，再用余额。不能提现、不开发票，到期作废。"
      reasonHint="请写明依据，复核人会看到，记入账本和操作记录。"
      act={act}
      first={{ validityDays: 90 }}
      onSubmit={values => act.mutate({ accountId: customer.accountId, ...values })}
      onClose={onClose}
    >
      <Form.Item name="amount" label="金额" rules={[zodRule(shape.amount)]}>
        <Input prefix="¥" inputMode="decimal" autoComplete="off" />
      </Form.Item>
      <Form.Item name="name" label="名称" extra="客户在财务总览和消费明细中看到。" rules={[zodRule(shape.name)]}>
        <Input placeholder="新客户赠送金" />
      </Form.Item>
      <Form.Item name="validityDays" label="有效期" rules={[zodRule(shape.validityDays)]}>
        <InputNumber<number> precision={0} suffix="天" style={{ width: '100%' }} />
      </Form.Item>
    </ActForm>
  )
}
