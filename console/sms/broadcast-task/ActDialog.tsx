import { Modal } from 'antd'
import { useState } from 'react'
import { type BroadcastAct, broadcastCalls, broadcastCan } from '#contract/broadcast.ts'
import { useAct } from '../../call.ts'
import { thousands } from '../../ui/Count.tsx'
import { FormRefusal } from '../../ui/FormRefusal.tsx'
import type { BroadcastRow } from './broadcast.ts'

const chinaOffset = '+08:00'

/** What an act will do, with the numbers of the moment. */
function consequence(act: BroadcastAct, row: BroadcastRow): string {
  const waiting = thousands(Math.max(0, row.recipientCount - row.counts.submitted - row.counts.refused))
  if (act === 'pause') return `约 ${waiting} 个号码还没有提交，将暂停发送；已提交给运营商的不受影响。`
  if (act === 'resume') return `约 ${waiting} 个号码将继续发送。`
  if (act === 'cancel') return `约 ${waiting} 个还没有提交的号码将不再发送，预扣的费用立即退回；已提交给运营商的无法撤回。取消后不能恢复。`
  return '请选择5分钟之后、30天之内的时间（北京时间）。'
}

/** Asks before an act on a broadcast, and says what the server refused. */
export function ActDialog({ act, row, onClose }: { act: BroadcastAct; row: BroadcastRow; onClose: () => void }) {
  const [time, setTime] = useState('')
  const options = { invalidates: [broadcastCalls.list, broadcastCalls.one], onDone: onClose }
  const pause = useAct(broadcastCalls.pause, options)
  const resume = useAct(broadcastCalls.resume, options)
  const cancel = useAct(broadcastCalls.cancel, options)
  const reschedule = useAct(broadcastCalls.reschedule, options)
  const current = { pause, resume, cancel, reschedule }[act]
  const { broadcastId } = row
  const confirm = () => {
    if (act === 'reschedule') reschedule.mutate({ broadcastId, scheduledAt: `${time}:00${chinaOffset}` })
    else ({ pause, resume, cancel })[act].mutate({ broadcastId })
  }
  const { name } = broadcastCan[act]
  return (
    <Modal
      open
      title={`${name}“${row.name}”`}
      okText={act === 'cancel' ? '取消发送' : name}
      cancelText="返回"
      okButtonProps={{ danger: act === 'cancel', disabled: act === 'reschedule' && time === '' }}
      confirmLoading={current.isPending}
      onOk={confirm}
      onCancel={onClose}
    >
      <p>{consequence(act, row)}</p>
      {act === 'reschedule' ? (
        <label>
          新的发送时间 <input type="datetime-local" value={time} onChange={event => setTime(event.target.value)} />
        </label>
      ) : null}
      <FormRefusal error={current.error} />
    </Modal>
  )
}
