import { App, Input } from 'antd'
import { useState } from 'react'
import { alertCalls, confirmNoteRule } from '#contract/alert/alert.ts'
import { useAct } from '#ui/call.ts'
import { Field } from '#ui/form/Field.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { type AlertRow, alertAnswers } from './alerts.ts'

interface ConfirmDialogProps {
  alerts: Pick<AlertRow, 'alertId' | 'title'>[]
  onClose: () => void
  onDone: () => void
}

/** Confirms that somebody handles an alert, with a comment. */
export function ConfirmDialog({ alerts, onClose, onDone }: ConfirmDialogProps) {
  const { message } = App.useApp()
  const [note, setNote] = useState('')
  const confirm = useAct(alertCalls.confirm, {
    invalidates: alertAnswers,
    onDone: ({ confirmedCount }) => {
      void message.success(`已确认 ${confirmedCount} 条预警`)
      onDone()
    },
  })
  const wrong = ruleMessage(confirmNoteRule, note)
  const send = () => wrong === null && confirm.mutate({ alertIds: alerts.map(alert => alert.alertId), note })
  return (
    <AskDialog
      title={alerts.length === 1 ? `确认：${firstOrThrow(alerts).title}` : `确认 ${alerts.length} 条预警`}
      okText="确认"
      act={confirm}
      onOk={send}
      onClose={onClose}
    >
      <p>确认后不再重复提醒；恢复正常时自动结束。</p>
      <Field label="处理说明" isOptional error={wrong} count={{ length: note.length, most: limits.remarkCharacters }}>
        {control => (
          <Input {...control} placeholder="例如：双十一活动，属正常" value={note} onChange={event => setNote(event.target.value)} />
        )}
      </Field>
    </AskDialog>
  )
}
