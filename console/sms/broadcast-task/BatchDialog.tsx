import { App } from 'antd'
import { broadcastCalls, broadcastCan, mayAct } from '#contract/broadcast/broadcast.ts'
import { useAct } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import style from './BroadcastProgress.module.css'
import type { BatchedAct } from './batch.ts'
import type { BroadcastRow } from './broadcast.ts'
import { doneCount } from './progress.ts'

const effects: Record<BatchedAct, string> = {
  pause: '没有提交的号码停在这里，随时可以继续。',
  resume: '没有提交的号码继续发送。',
  cancel: '没有提交的号码不再发送，冻结的费用立即退回，取消后不能恢复。',
}

interface BatchDialogProps {
  act: BatchedAct
  rows: BroadcastRow[]
  clear: () => void
  onClose: () => void
}

/** One act on the ticked broadcasts: those whose state forbids it are skipped, and named. */
export function BatchDialog({ act, rows, clear, onClose }: BatchDialogProps) {
  const { message } = App.useApp()
  const { name } = broadcastCan[act]
  const fit = rows.filter(row => mayAct(act, row.state))
  const left = fit.reduce((sum, row) => sum + Math.max(0, row.recipientCount - doneCount(row.counts)), 0)
  const many = useAct(broadcastCalls.runBulkAction, {
    invalidates: [broadcastCalls.list, broadcastCalls.one],
    onDone: ({ results }) => {
      clear()
      if (results.some(result => result.refusal !== null)) return
      message.success(`已${name} ${results.length} 个群发`)
      onClose()
    },
  })
  const results = many.data?.results
  const refused = results?.filter(result => result.refusal !== null) ?? []
  const nameOf = (broadcastId: string) => rows.find(row => row.broadcastId === broadcastId)?.name ?? ''
  return (
    <Dialog
      open
      title={`${name} ${thousands(fit.length)} 个群发`}
      okText={results ? '知道了' : act === 'cancel' ? '取消发送' : name}
      cancelText="返回"
      okButtonProps={{ danger: act === 'cancel' && !results, disabled: fit.length === 0 }}
      cancelButtonProps={results ? { hidden: true } : {}}
      confirmLoading={many.isPending}
      onOk={() => (results ? onClose() : many.mutate({ act, broadcastIds: fit.map(row => row.broadcastId) }))}
      onCancel={onClose}
    >
      {results ? (
        <>
          <p>
            {thousands(results.length - refused.length)} 个已{name}，{thousands(refused.length)} 个没有：
          </p>
          <ul className={style.list}>
            {refused.map(({ broadcastId, refusal }) => (
              <li key={broadcastId}>
                {nameOf(broadcastId)}：{refusal}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p>
            约 {thousands(left)} 个{effects[act]}
          </p>
          {fit.length < rows.length ? (
            <p>
              另有 {thousands(rows.length - fit.length)} 个现在不能{name}，保持原样。
            </p>
          ) : null}
        </>
      )}
      <FormRefusal error={many.error} />
    </Dialog>
  )
}
