import { App } from 'antd'
import { useState } from 'react'
import { hoursText } from '#contract/account/setting.ts'
import { type BroadcastAct, broadcastCalls, broadcastCan } from '#contract/broadcast/broadcast.ts'
import { useAct } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { useSettings } from '#ui/form/settings.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { ChinaTimeField } from '../broadcast/ChinaTimeField.tsx'
import { chinaInputText, chinaMoment, scheduleProblem } from '../broadcast/schedule.ts'
import type { BroadcastRow } from './broadcast.ts'
import { doneCount } from './progress.ts'

/** The effect of an act, with current numbers. */
function consequence(act: BroadcastAct, row: BroadcastRow): string {
  const about = row.state === 'sending' ? '约 ' : ' '
  const left = about + thousands(Math.max(0, row.recipientCount - doneCount(row.counts)))
  const gone = thousands(row.counts.submitted)
  if (act === 'resume') return `还没有提交的${left} 个号码将继续发送。`
  const isBegun = row.counts.submitted > 0
  if (act === 'pause')
    return `还有${left} 个号码没有提交，将停在这里，随时可以继续。${isBegun ? `已提交给运营商的 ${gone} 个不受影响。` : ''}`
  const kept = isBegun ? `已提交给运营商的 ${gone} 个无法撤回，送达后照常计费。` : ''
  return `还没有提交的${left} 个号码将不再发送，它们冻结的费用立即退回。${kept}取消后不能恢复，需要时可以复制成新的群发。`
}

/** Confirms an act on a broadcast, and shows the server's refusal. */
export function ActDialog({ act, row, onClose }: { act: BroadcastAct; row: BroadcastRow; onClose: () => void }) {
  const { message } = App.useApp()
  const settings = useSettings()
  const [time, setTime] = useState(row.scheduledAt ? chinaInputText(new Date(row.scheduledAt)) : '')
  const [isAsked, setIsAsked] = useState(false)
  const done = (words: string) => {
    message.success(words)
    onClose()
  }
  const invalidates = [broadcastCalls.list, broadcastCalls.one]
  const pause = useAct(broadcastCalls.pause, { invalidates, onDone: () => done('已暂停') })
  const resume = useAct(broadcastCalls.resume, { invalidates, onDone: () => done('已继续发送') })
  const cancel = useAct(broadcastCalls.cancel, {
    invalidates,
    onDone: answer => done(`已取消 ${thousands(answer.canceledCount)} 个号码，退回 ${thousands(answer.voidedSegments)} 条`),
  })
  const reschedule = useAct(broadcastCalls.reschedule, { invalidates, onDone: () => done('发送时间已修改') })
  const current = { pause, resume, cancel, reschedule }[act]
  const problem = scheduleProblem(time, Date.now())
  const { broadcastId } = row
  const confirm = () => {
    setIsAsked(true)
    if (act !== 'reschedule') ({ pause, resume, cancel })[act].mutate({ broadcastId })
    else if (problem === null) reschedule.mutate({ broadcastId, scheduledAt: chinaMoment(time)! })
  }
  const { name } = broadcastCan[act]
  return (
    <Dialog
      open
      title={`${name}“${row.name}”`}
      okText={act === 'cancel' ? '取消发送' : name}
      cancelText="返回"
      okButtonProps={{ danger: act === 'cancel' }}
      confirmLoading={current.isPending}
      onOk={confirm}
      onCancel={onClose}
    >
      {act === 'reschedule' ? (
        <>
          <ChinaTimeField label="新的发送时间" value={time} onChange={setTime} error={isAsked ? problem : null} />
          {row.kind === 'marketing' ? <p>推广短信只在{hoursText(settings)}发送，其他时间会等到时段开始时自动发送。</p> : null}
        </>
      ) : (
        <p>{consequence(act, row)}</p>
      )}
      <FormRefusal error={current.error} />
    </Dialog>
  )
}
