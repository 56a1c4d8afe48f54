import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminCodeCalls } from '#contract/messages/admin-code.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { type Code, codeAnswers } from './code.ts'

/** 删除状态码. */
export function RemoveCodeDialog({ row, onClose }: { row: Code; onClose: () => void }) {
  const act = useDialogAct(adminCodeCalls.remove, { invalidates: codeAnswers, done: `状态码 ${row.code} 已删除`, onClose })
  return (
    <ActForm<{ reason: string }>
      title={`删除状态码 ${row.code}`}
      okText="删除"
      isDanger
      consequence={`现为“${row.meaning}”。删除后按所属的一类显示；没有的，客户看到原始代码。`}
      reasonHint="记入操作记录。"
      act={act}
      onSubmit={({ reason }) => act.mutate({ code: row.code, reason })}
      onClose={onClose}
    />
  )
}
