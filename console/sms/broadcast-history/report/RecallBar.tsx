import { Alert, App, Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import { broadcastDraftCalls } from '#contract/broadcast/broadcast-draft.ts'
import { useAct } from '#ui/call.ts'
import { useIntervalWhile } from '#ui/interval.ts'
import { pathTo } from '../../../paths.ts'
import { meCall, useMay } from '../../../session.ts'

interface RecallBarProps {
  broadcastId: string
  /** Left when the server answered, and when that was by this browser's clock. */
  recallMs: number
  answeredAt: number
}

/** Counts down to the start of a broadcast that can still be recalled. */
export function RecallBar({ broadcastId, recallMs, answeredAt }: RecallBarProps) {
  const { message } = App.useApp()
  const navigate = useNavigate()
  const mayWrite = useMay('broadcast.write')
  const [now, setNow] = useState(Date.now)
  useIntervalWhile(true, () => setNow(Date.now()), 200)
  const recall = useAct(broadcastCalls.recall, {
    invalidates: [broadcastCalls.one, broadcastCalls.list, broadcastDraftCalls.list, broadcastDraftCalls.one, meCall],
    onDone: ({ draftId }) => {
      message.success('已撤回，没有发送，费用已退回')
      return navigate(pathTo('/sms/broadcast', { draft: draftId, step: 'confirm' }), { replace: true })
    },
  })
  const seconds = Math.ceil(Math.max(0, answeredAt + recallMs - now) / 1_000)
  return (
    <Alert
      banner
      type={recall.error ? 'error' : 'warning'}
      showIcon
      title={
        recall.error?.message ?? (
          <span role="timer" aria-label="开始发送的倒计时">
            {seconds > 0 ? `${seconds} 秒后开始发送，现在撤回不产生费用，内容和号码都保留` : '正在开始发送…'}
          </span>
        )
      }
      action={
        mayWrite ? (
          <Button danger type="primary" loading={recall.isPending} disabled={seconds === 0} onClick={() => recall.mutate({ broadcastId })}>
            撤回
          </Button>
        ) : null
      }
    />
  )
}
