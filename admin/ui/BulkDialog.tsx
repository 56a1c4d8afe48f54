import { useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { CallError, type CallTarget, invalidate } from '#ui/call.ts'
import { Field } from '#ui/form/Field.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { limits } from '#values/limits.ts'
import { ReasonButtons, type UsualReason } from './RejectDialog.tsx'
import style from './Tables.module.css'

/** What a page gives to the dialog of its list (admin/ui/bulk.ts). */
export interface BulkProps<Row> {
  rows: readonly Row[]
  onClose: () => void
  /** Unticks the rows. `done`: those on which the act succeeded. */
  onDone: (done: readonly Row[]) => void
}

interface BulkDialogProps<Row> extends BulkProps<Row> {
  title: string
  okText: string
  isDanger?: boolean
  nameOf: (row: Row) => string
  /** The act on one row: a call of its own, with its own rules and its own line in the audit log. */
  act: (row: Row, reason: string) => Promise<unknown>
  /** Calls whose answers the acts outdate. */
  answers: readonly CallTarget[]
  /** One reason for all; without it none is asked for. */
  reason?: { rule: z.ZodType; label: string; hint: string; usual?: readonly UsualReason[] }
  /** What the fields in `children` lack. */
  problem?: string | null
  children?: ReactNode
}

interface Progress<Row> {
  done: Row[]
  failures: { name: string; text: string }[]
  isOver: boolean
}

/** An act on several rows, one after the other: how many succeeded, and why each of the others did not. */
export function BulkDialog<Row>(props: BulkDialogProps<Row>) {
  const { rows, reason, onClose, onDone } = props
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const { progress, run } = useProgress(props)
  const problem = reason ? ruleMessage(reason.rule, text.trim()) : null
  const submit = () => {
    setTried(true)
    if (problem === null && !props.problem) void run(text.trim())
  }
  const close = () => (progress ? onDone(progress.done) : onClose())
  return (
    <Dialog
      open
      title={props.title}
      onCancel={progress && !progress.isOver ? () => undefined : close}
      footer={
        progress ? (
          <Button type="primary" loading={!progress.isOver} onClick={close}>
            {progress.isOver ? '知道了' : `正在处理 ${progress.done.length + progress.failures.length} / ${rows.length}`}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>返回</Button>
            <Button type="primary" danger={props.isDanger ?? false} onClick={submit}>
              {props.okText} {rows.length} 项
            </Button>
          </>
        )
      }
    >
      {progress ? (
        <Outcome progress={progress} />
      ) : (
        <>
          {props.children}
          {isTried && props.problem ? <p role="alert">{props.problem}</p> : null}
          {reason ? (
            <>
              <ReasonButtons reasons={reason.usual ?? []} isChosen={one => one.text === text} onChoose={one => setText(one.text)} />
              <Field
                label={reason.label}
                hint={reason.hint}
                error={isTried ? problem : null}
                count={{ length: text.trim().length, most: limits.remarkCharacters }}
              >
                {control => <Input.TextArea {...control} autoFocus rows={3} value={text} onChange={event => setText(event.target.value)} />}
              </Field>
            </>
          ) : null}
        </>
      )}
    </Dialog>
  )
}

function useProgress<Row>({ rows, nameOf, act, answers }: BulkDialogProps<Row>) {
  const client = useQueryClient()
  const [progress, setProgress] = useState<Progress<Row> | null>(null)
  const run = async (reason: string) => {
    const now: Progress<Row> = { done: [], failures: [], isOver: false }
    setProgress({ ...now })
    try {
      for (const row of rows) {
        try {
          await act(row, reason)
          now.done = [...now.done, row]
        } catch (error) {
          if (!(error instanceof CallError)) throw error
          now.failures = [...now.failures, { name: nameOf(row), text: error.message }]
        }
        setProgress({ ...now })
      }
    } finally {
      setProgress({ ...now, isOver: true })
      invalidate(client, answers)
    }
  }
  return { progress, run }
}

const Outcome = ({ progress: { done, failures, isOver } }: { progress: Progress<unknown> }) => (
  <>
    <p role="status">
      成功 {done.length} 项{failures.length > 0 ? `，失败 ${failures.length} 项` : ''}
      {isOver ? '。' : '……'}
    </p>
    {failures.length > 0 ? (
      <ul className={style.each} aria-label="失败的原因">
        {failures.map(({ name, text }) => (
          <li key={name}>
            <b>{name}</b> {text}
          </li>
        ))}
      </ul>
    ) : null}
  </>
)
