import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminSegmentCalls } from '#contract/messages/admin-segment.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { type Segment, segmentAnswers, segmentText } from './segment.ts'

/** 删除号段. */
export function RemoveSegmentDialog({ segment, onClose }: { segment: Segment; onClose: () => void }) {
  const act = useDialogAct(adminSegmentCalls.remove, { invalidates: segmentAnswers, done: `号段 ${segment.prefix} 已删除`, onClose })
  return (
    <ActForm<{ reason: string }>
      title={`删除号段 ${segment.prefix}`}
      okText="删除"
      isDanger
      consequence={`现为${segmentText(segment)}。删除后，${segment.prefix}开头的号码按更短的号段识别；没有更短的号段时会被拒绝。`}
      reasonHint="记入操作记录。"
      act={act}
      onSubmit={({ reason }) => act.mutate({ prefix: segment.prefix, reason })}
      onClose={onClose}
    />
  )
}
