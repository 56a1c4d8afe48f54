import { Checkbox, Radio } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import { broadcastDraftCalls } from '#contract/broadcast/broadcast-draft.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { terms } from '#contract/terms.ts'
import { useAct, useCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import layout from '#ui/theme/layout.module.css'
import type { BroadcastRow } from '../broadcast-task/broadcast.ts'

type Cause = CallAnswerWire<typeof broadcastCalls.breakdown>['causes'][number]
type Numbers = 'all' | 'failed' | 'clicked' | 'unclicked' | 'none'

interface AgainDialogProps {
  row: Pick<BroadcastRow, 'broadcastId' | 'name' | 'phoneCount' | 'counts' | 'clicks'>
  onClose: () => void
}

/**
 * A new broadcast from an old one: with the numbers that failed for chosen causes, that opened its link or did not,
 * with all, or with the texts alone.
 */
export function AgainDialog({ row, onClose }: AgainDialogProps) {
  const navigate = useNavigate()
  const { broadcastId } = row
  const breakdown = useCall(broadcastCalls.breakdown, { broadcastId })
  const funnel = useCall(broadcastCalls.funnel, { broadcastId }, { enabled: row.clicks !== null }).data
  const causes = triedAgain(breakdown.data?.causes ?? [])
  const [chosen, setChosen] = useState<Numbers | null>(null)
  const [left, setLeft] = useState<readonly string[]>(inVain)
  const numbers = chosen ?? (causes.length > 0 ? 'failed' : 'all')
  const codes = causes.filter(one => !left.includes(one.cause)).flatMap(one => one.codes.map(({ code }) => code))
  const again = useAct(broadcastCalls.again, {
    invalidates: [broadcastDraftCalls.list],
    onDone: ({ draftId, recipientCount }) => navigate(`/sms/broadcast?draft=${draftId}${recipientCount > 0 ? '&step=recipients' : ''}`),
  })
  const options = [
    ...(causes.length > 0 ? [{ value: 'failed', label: '没有成功的号码' }] : []),
    ...clickOptions(funnel),
    { value: 'all', label: `全部 ${thousands(row.phoneCount)} 个号码` },
    { value: 'none', label: '不带号码，只用内容' },
  ]
  return (
    <Dialog
      open
      title={`再发“${row.name}”`}
      okText="下一步"
      cancelText="返回"
      confirmLoading={again.isPending || breakdown.isPending}
      okButtonProps={{ disabled: numbers === 'failed' && codes.length === 0 }}
      onOk={() => again.mutate({ broadcastId, numbers, codes: numbers === 'failed' ? codes : [] })}
      onCancel={onClose}
    >
      <p>会成为一份新的草稿，号码按现在的黑名单和发送频率重新检查，确认费用后才发送。</p>
      <Field label="发给" isGroup>
        {() => (
          <Radio.Group className={layout.stack8} value={numbers} onChange={event => setChosen(event.target.value)} options={options} />
        )}
      </Field>
      {numbers === 'failed' ? <Causes causes={causes} left={left} onLeft={setLeft} /> : null}
      <FormRefusal error={again.error ?? breakdown.error} />
    </Dialog>
  )
}

const clickOptions = (funnel: CallAnswerWire<typeof broadcastCalls.funnel> | undefined) => {
  if (!funnel?.link) return []
  const missed = funnel.deliveredCount - funnel.reachedCount
  return [
    ...(funnel.clickedCount > 0 ? [{ value: 'clicked', label: `点击了短链的 ${thousands(funnel.clickedCount)} 个号码` }] : []),
    ...(missed > 0 ? [{ value: 'unclicked', label: `送达但没有点击的 ${thousands(missed)} 个号码` }] : []),
  ]
}

/** Another message would fail again; these causes can be chosen all the same. */
const inVain = ['空号或停机', '号码错误', '黑名单或退订']

/** Numbers on our own blacklists would be skipped again. */
const triedAgain = (causes: readonly Cause[]): Cause[] =>
  causes.flatMap(one => {
    const codes = one.codes.filter(({ code }) => code !== 'blacklisted')
    return codes.length === 0 ? [] : [{ ...one, codes, messageCount: codes.reduce((sum, { messageCount }) => sum + messageCount, 0) }]
  })

interface CausesProps {
  causes: Cause[]
  left: readonly string[]
  onLeft: (left: readonly string[]) => void
}

/** Causes that are worth a retry, with the remedy for each. */
function Causes({ causes, left, onLeft }: CausesProps) {
  return (
    <Field label={terms.causes} isGroup>
      {() => (
        <div className={layout.stack8}>
          {causes.map(({ cause, advice, messageCount }) => (
            <Checkbox
              key={cause}
              checked={!left.includes(cause)}
              onChange={event => onLeft(event.target.checked ? left.filter(one => one !== cause) : [...left, cause])}
            >
              {cause} <b>{thousands(messageCount)}</b>
              <span className={`${layout.block} ${layout.softNote}`}>{advice}</span>
            </Checkbox>
          ))}
        </div>
      )}
    </Field>
  )
}
