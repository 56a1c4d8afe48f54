import { Button } from 'antd'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminPersonCalls } from '#contract/account/admin-person.ts'
import { useAct } from '#ui/call.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { limits } from '#values/limits.ts'
import { type CustomerRow, customerAnswers } from './customer.ts'

/** Impersonation: creates a one-time link into the customer's console, read-only; the customer is notified at once. */
export function EnterDialog({ customer, onClose }: { customer: CustomerRow; onClose: () => void }) {
  const act = useAct(adminPersonCalls.enter, { invalidates: customerAnswers })
  if (act.data)
    return (
      <Dialog open title="进入客户控制台" footer={null} onCancel={onClose}>
        <p>
          链接在{limits.impersonationTicketSeconds}秒内有效，只能打开一次。进入后最多查看{limits.impersonationMinutes}
          分钟，不能修改任何内容。
        </p>
        <Button type="primary" href={act.data.url} target="_blank" rel="noopener" onClick={onClose}>
          打开“{customer.name}”的控制台
        </Button>
      </Dialog>
    )
  return (
    <ActForm<{ reason: string }>
      title={`以只读方式进入：${customer.name}`}
      okText="进入"
      consequence="您将看到客户看到的页面，号码脱敏，任何修改都会被拒绝。客户会立即收到通知，通知里有您的姓名和原因。"
      reasonHint="告诉客户，并记入操作记录和客户的登录日志。"
      act={act}
      onSubmit={({ reason }) => act.mutate({ accountId: customer.accountId, reason })}
      onClose={onClose}
    />
  )
}
