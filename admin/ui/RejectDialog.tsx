import { Button, Input } from 'antd'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { z } from 'zod'
import type { CallError } from '#ui/call.ts'
import { Field } from '#ui/form/Field.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { limits } from '#values/limits.ts'
import style from './Review.module.css'
import table from './Tables.module.css'

/** A usual reason: its name is on a button, its text is what the customer reads. */
export interface UsualReason {
  name: string
  text: string
}

interface RejectDialogProps {
  title: string
  /** Staff's word for the rejection: 驳回, 拒绝. */
  word: string
  /** Where the customer reads the reason. */
  about: ReactNode
  reasons: readonly (UsualReason & { code: string })[]
  rule: z.ZodType
  act: { isPending: boolean; error: CallError | null }
  onReject: (reason: string, reasonCode: string | undefined) => void
  onClose: () => void
}

/** Dialog of a rejection with a reason for the customer: a usual one, editable, or free text. */
export function RejectDialog({ title, word, about, reasons, rule, act, onReject, onClose }: RejectDialogProps) {
  const [reason, setReason] = useState('')
  const [code, setCode] = useState<string>()
  const [isTried, setTried] = useState(false)
  const problem = ruleMessage(rule, reason)
  const submit = () => {
    setTried(true)
    if (problem === null) onReject(reason.trim(), code)
  }
  return (
    <AskDialog title={<span className={table.title}>{title}</span>} okText={word} isDanger act={act} onOk={submit} onClose={onClose}>
      <p>{about}</p>
      <ReasonButtons
        reasons={reasons}
        isChosen={one => one.code === code}
        onChoose={one => {
          setCode(one.code)
          setReason(one.text)
        }}
      />
      <Field
        label={`${word}原因`}
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
            onKeyDown={onSubmitKeys(submit)}
          />
        )}
      </Field>
    </AskDialog>
  )
}

/** Ctrl or ⌘ with Enter submits a field of several lines. */
export const onSubmitKeys = (submit: () => void) => (event: KeyboardEvent) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
}

interface ReasonButtonsProps<Reason> {
  reasons: readonly Reason[]
  isChosen: (reason: Reason) => boolean
  onChoose: (reason: Reason) => void
}

/** The usual reasons by name; a click inserts the whole text. */
export function ReasonButtons<Reason extends UsualReason>({ reasons, isChosen, onChoose }: ReasonButtonsProps<Reason>) {
  if (reasons.length === 0) return null
  return (
    <div className={style.reasons}>
      {reasons.map(reason => (
        <Button
          key={reason.name}
          size="small"
          aria-pressed={isChosen(reason)}
          type={isChosen(reason) ? 'primary' : 'default'}
          ghost={isChosen(reason)}
          onClick={() => onChoose(reason)}
        >
          {reason.name}
        </Button>
      ))}
    </div>
  )
}
