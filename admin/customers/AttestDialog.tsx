import { Form, Input } from 'antd'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminCustomerCalls } from '#contract/account/admin-customer.ts'
import { zodRule } from '#ui/form/form-rules.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { type CustomerRow, customerAnswers } from './customer.ts'

interface Values {
  name: string
  reason: string
}

/** 人工认证: for a customer who can't upload documents; staff check them outside of the platform and enter the name. */
export function AttestDialog({ customer, onClose }: { customer: CustomerRow; onClose: () => void }) {
  const act = useDialogAct(adminCustomerCalls.grantAttestation, {
    invalidates: customerAnswers,
    done: (_, { name }) => `“${customer.name}”已认证为“${name}”`,
    onClose,
  })
  return (
    <ActForm<Values>
      title={`认证“${customer.name}”`}
      okText="确认认证"
      consequence="一般由客户在线提交资料、在“认证审核”中处理；无法在线提交时，由您线下核对证照后在这里登记为企业认证。您的姓名和填写的内容会记入操作记录。"
      reasonHint="请写明核对了哪些资料，例如“营业执照原件”。"
      act={act}
      onSubmit={values => act.mutate({ accountId: customer.accountId, ...values })}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label="认证名称"
        extra="与证照上的名称完全一致。"
        rules={[zodRule(adminCustomerCalls.grantAttestation.input.shape.name)]}
      >
        <Input />
      </Form.Item>
    </ActForm>
  )
}
