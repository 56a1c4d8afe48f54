import { Form, Input } from 'antd'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { CustomerPicker } from '#admin/ui/CustomerPicker.tsx'
import { adminBlacklistCalls } from '#contract/blacklist/admin-blacklist.ts'
import { phoneNumber } from '#contract/scalars.ts'
import { zodRule } from '#ui/form/form-rules.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'

/** 登记投诉: records a recipient's complaint to the staff about a customer. */
export function ComplaintDialog({ onClose }: { onClose: () => void }) {
  const complain = useDialogAct(adminBlacklistCalls.complain, {
    invalidates: [adminBlacklistCalls.complaints],
    done: '投诉已登记，立即生效',
    onClose,
  })
  return (
    <ActForm<{ accountId: string; phone: string; reason: string }>
      title="登记投诉"
      okText="登记"
      isDanger
      consequence="登记后，该客户的全部签名都不能再向这个号码发送推广短信，还在排队的推广短信立即取消并退费。验证码和通知不受影响。"
      reasonHint="投诉的内容，客户可以看到；记入操作记录。"
      act={complain}
      onSubmit={({ accountId, phone, reason }) => complain.mutate({ accountId, phone, words: reason })}
      onClose={onClose}
    >
      <Form.Item name="accountId" label="被投诉的客户" rules={[{ required: true, message: '请选择客户' }]}>
        <CustomerPicker />
      </Form.Item>
      <Form.Item name="phone" label="投诉人的手机号" rules={[zodRule(phoneNumber)]}>
        <Input inputMode="tel" />
      </Form.Item>
    </ActForm>
  )
}
