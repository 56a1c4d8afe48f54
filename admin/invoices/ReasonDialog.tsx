import { Button, Input } from 'antd'
import { useState } from 'react'
import { adminInvoiceCalls } from '#contract/invoicing/admin-invoice.ts'
import type { CallError } from '#ui/call.ts'
import { Field } from '#ui/form/Field.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import { type DialogShared, PlainDialog } from './PlainDialog.tsx'

interface ReasonDialogProps extends DialogShared {
  usual: readonly { code: string; name: string; text: string }[]
  act: { isPending: boolean; error: CallError | null }
  onSubmit: (reason: string) => void
}

const reasonRule = adminInvoiceCalls.reject.input.shape.reason

/** The reason for the customer: a usual one, editable, or free text. */
export function ReasonDialog({ usual, act, onSubmit, ...shared }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const problem = ruleMessage(reasonRule, reason)
  const submit = () => {
    setTried(true)
    if (problem === null) onSubmit(reason.trim())
  }
  return (
    <PlainDialog {...shared} act={act} onSubmit={submit}>
      <div className={`${layout.below12} ${layout.row}`}>
        {usual.map(({ code, name, text }) => (
          <Button key={code} size="small" aria-pressed={reason === text} onClick={() => setReason(text)}>
            {name}
          </Button>
        ))}
      </div>
      <Field
        label="原因"
        error={isTried ? problem : (act.error?.fields.reason ?? null)}
        count={{ length: reason.trim().length, most: limits.remarkCharacters }}
      >
        {control => <Input.TextArea {...control} autoFocus rows={4} value={reason} onChange={event => setReason(event.target.value)} />}
      </Field>
    </PlainDialog>
  )
}
