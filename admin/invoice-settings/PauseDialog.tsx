import { Input } from 'antd'
import { useState } from 'react'
import { PlainDialog } from '#admin/invoices/PlainDialog.tsx'
import { adminInvoiceSettingCalls } from '#contract/invoicing/admin-invoice-setting.ts'
import { Field } from '#ui/form/Field.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { settingAnswers } from './setting.ts'

/** Pauses invoicing with a message for customers, or resumes it. */
export function PauseDialog({ isPaused, onClose }: { isPaused: boolean; onClose: () => void }) {
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const options = { invalidates: settingAnswers, done: isPaused ? '已恢复开票' : '已暂停开票', onClose }
  const pause = useDialogAct(adminInvoiceSettingCalls.pause, options)
  const resume = useDialogAct(adminInvoiceSettingCalls.resume, options)
  const rule = isPaused ? adminInvoiceSettingCalls.resume.input.shape.reason : adminInvoiceSettingCalls.pause.input.shape.notice
  const wrong = ruleMessage(rule, text)
  const submit = () => {
    setTried(true)
    if (wrong !== null) return
    if (isPaused) resume.mutate({ reason: text })
    else pause.mutate({ notice: text })
  }
  return (
    <PlainDialog
      words={
        isPaused
          ? { name: '恢复开票', text: '客户可以重新提交发票申请，页面上的说明消失。' }
          : { name: '暂停开票', text: '客户不能提交新的发票申请，已提交的照常处理。', isDanger: true }
      }
      act={isPaused ? resume : pause}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={isPaused ? '说明' : '告知客户的内容'}
        error={isTried ? wrong : null}
        hint={isPaused ? '记入操作记录' : '例如：税率调整，预计2月10日恢复开票'}
        count={{ length: text.trim().length, most: 100 }}
      >
        {control => <Input.TextArea {...control} autoFocus rows={3} value={text} onChange={event => setText(event.target.value)} />}
      </Field>
    </PlainDialog>
  )
}
