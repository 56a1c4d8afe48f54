import { BulkDialog, type BulkProps } from '#admin/ui/BulkDialog.tsx'
import { adminSegmentCalls } from '#contract/messages/admin-segment.ts'
import { useAct } from '#ui/call.ts'
import { type Segment, segmentAnswers } from './segment.ts'

/** 删除 several 号段, with one reason. */
export function RemoveSegmentsDialog(bulk: BulkProps<Segment>) {
  const remove = useAct(adminSegmentCalls.remove)
  return (
    <BulkDialog
      {...bulk}
      title={`删除 ${bulk.rows.length} 个号段`}
      okText="删除"
      isDanger
      nameOf={row => row.prefix}
      act={({ prefix }, reason) => remove.mutateAsync({ prefix, reason })}
      answers={segmentAnswers}
      reason={{ rule: adminSegmentCalls.remove.input.shape.reason, label: '原因', hint: '记入操作记录。' }}
    >
      <p>删除后，这些号码按更短的号段识别；没有更短的号段时会被拒绝。</p>
    </BulkDialog>
  )
}
