import { App, Button } from 'antd'
import { useNavigate } from 'react-router'
import { ExportButton } from '#console/shared/ExportButton.tsx'
import { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import { broadcastDraftCalls } from '#contract/broadcast/broadcast-draft.ts'
import type { SentDeliveryFilter } from '#contract/messages/delivery.ts'
import { useAct } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import type { Choice } from '#ui/list/list-choice.tsx'
import { limits } from '#values/limits.ts'
import { useMay } from '../../session.ts'
import { BlockButton } from './BlockButton.tsx'
import type { DeliveryRow } from './delivery.ts'

interface BatchActsProps {
  choice: Choice<DeliveryRow>
  /** Of the list, and how many messages match it. */
  filter: SentDeliveryFilter
  everything: number
  onDone: () => void
}

/** Acts on the ticked messages, or on all that match the filter. */
export function BatchActs({ choice, filter, everything, onDone }: BatchActsProps) {
  const navigate = useNavigate()
  const { message } = App.useApp()
  const write = useAct(broadcastCalls.ofMessages, {
    invalidates: [broadcastDraftCalls.list],
    onDone: ({ draftId, recipientCount }) => {
      void message.success(`${thousands(recipientCount)} 个号码已放进新的草稿，请先选择内容`)
      return navigate(`/sms/broadcast?draft=${draftId}`)
    },
  })
  const mayBlock = useMay('blacklist.write')
  const maySend = useMay('broadcast.write')
  const { rows, isEverything } = choice
  if (!isEverything && rows.length > limits.deliveryTicked) return <span role="alert">一次最多勾选 {limits.deliveryTicked} 条</span>
  const chosen = isEverything ? filter : { ids: rows.map(row => row.messageId).join() }
  const count = isEverything ? everything : rows.length
  return (
    <>
      {mayBlock ? <BlockButton filter={chosen} count={count} onDone={onDone} /> : null}
      <ExportButton source="message" filter={{ ...chosen }} count={count} />
      {maySend ? (
        <Button loading={write.isPending} title="成为一份新的草稿，号码重新检查，确认费用后才发送" onClick={() => write.mutate(chosen)}>
          用这些号码群发
        </Button>
      ) : null}
      {write.error ? <span role="alert">{write.error.message}</span> : null}
    </>
  )
}
