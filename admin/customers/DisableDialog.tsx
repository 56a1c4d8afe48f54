import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminContentCalls } from '#contract/content/admin-content.ts'
import { reviewObjects } from '#contract/content/admin-review.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { type Content, customerAnswers } from './customer.ts'

/** 停用: disables what should not have been approved, or is abused. */
export function DisableDialog({ accountId, content, onClose }: { accountId: string; content: Content; onClose: () => void }) {
  const { object, objectId, title } = content
  const act = useDialogAct(adminContentCalls.disable, {
    invalidates: [adminContentCalls.list, ...customerAnswers],
    done: `已停用：${title}`,
    onClose,
  })
  return (
    <ActForm<{ reason: string }>
      title={`停用${reviewObjects[object]}“${title}”`}
      okText="停用"
      isDanger
      consequence="停用后不能再用于新的发送，不能恢复；已经提交的短信和群发会继续发送。"
      reasonHint="客户会在列表和详情中看到。"
      act={act}
      onSubmit={({ reason }) => act.mutate({ accountId, object, objectId, reason })}
      onClose={onClose}
    />
  )
}
