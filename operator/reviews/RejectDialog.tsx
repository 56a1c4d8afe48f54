import { Button, Input, Modal } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import type { CallError } from '#console/call.ts'
import { Field } from '#console/ui/Field.tsx'
import { FormRefusal } from '#console/ui/FormRefusal.tsx'
import { ruleMessage } from '#console/ui/form-rules.ts'
import { operatorReviewCalls, rejectReasons, reviewObjects } from '#contract/operator-review.ts'
import { limits } from '#values/limits.ts'
import style from './Reviews.module.css'
import { titleOf, type Waiting } from './review.ts'

interface RejectDialogProps {
  row: Waiting
  act: { isPending: boolean; error: CallError | null }
  onReject: (reason: string, reasonCode: string | undefined) => void
  onClose: () => void
}

const reasonRule = operatorReviewCalls.reject.input.shape.reason

/** A usual reason, with what the check found for it as the place to begin. */
function withFindings(text: string, row: Waiting): string {
  const found = row.findings.filter(finding => finding.level === 'note' && finding.marks).map(finding => finding.message)
  const whole = found.length === 0 ? text : `${text}（${found.join('；')}）`
  return whole.length > limits.remarkCharacters ? text : whole
}

/** Why it is rejected, in words that the customer reads: one of the usual reasons, changed at will, or one's own. */
export function RejectDialog({ row, act, onReject, onClose }: RejectDialogProps) {
  const [reason, setReason] = useState('')
  const [code, setCode] = useState<string>()
  const [isTried, setTried] = useState(false)
  const problem = ruleMessage(reasonRule, reason)
  const submit = () => {
    setTried(true)
    if (problem === null) onReject(reason.trim(), code)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
  }
  return (
    <Modal
      open
      title={`驳回${reviewObjects[row.object]}“${titleOf(row)}”`}
      okText="驳回"
      cancelText="返回"
      okButtonProps={{ danger: true }}
      confirmLoading={act.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <p>客户会在列表和详情中看到这段原因，修改后可以重新提交。</p>
      <div className={style.reasons}>
        {rejectReasons[row.object].map(({ code: one, name, text }) => (
          <Button
            key={one}
            size="small"
            aria-pressed={one === code}
            type={one === code ? 'primary' : 'default'}
            ghost={one === code}
            onClick={() => {
              setCode(one)
              setReason(withFindings(text, row))
            }}
          >
            {name}
          </Button>
        ))}
      </div>
      <Field
        label="驳回原因"
        hint="Ctrl 或 ⌘ + Enter 提交"
        count={{ length: reason.trim().length, most: limits.remarkCharacters }}
        error={isTried ? problem : (act.error?.fields.reason ?? null)}
      >
        {control => (
          <Input.TextArea
            {...control}
            autoFocus
            rows={4}
            value={reason}
            onChange={event => setReason(event.target.value)}
            onKeyDown={press}
          />
        )}
      </Field>
      <FormRefusal error={act.error} />
    </Modal>
  )
}
