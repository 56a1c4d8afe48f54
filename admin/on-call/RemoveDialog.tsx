import { adminOnCallCalls } from '#contract/on-call/admin-on-call.ts'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { onCallAnswers, type Receiver } from './on-call.ts'

/** 删除接收方. */
export function RemoveDialog({ receiver: { receiverId, name }, onClose }: { receiver: Receiver; onClose: () => void }) {
  const act = useDialogAct(adminOnCallCalls.remove, { invalidates: onCallAnswers, done: `接收方“${name}”已删除`, onClose })
  return (
    <AskDialog title={`删除接收方“${name}”`} okText="删除" isDanger act={act} onOk={() => act.mutate({ receiverId })} onClose={onClose}>
      <p>不再向它发送告警。发送记录会保留。</p>
    </AskDialog>
  )
}
