import { Input, Radio } from 'antd'
import { useState } from 'react'
import { adminFilingCalls } from '#contract/sender-registration/admin-filing.ts'
import type { FilingState } from '#contract/sender-registration/filing.ts'
import { AskDialog } from '#ui/AskDialog.tsx'
import { useDialogAct } from '#ui/dialog-act.ts'
import { optionsOf } from '#ui/options.ts'
import { limits } from '#values/limits.ts'
import { type Operator, operatorNames, operators } from '#values/phone.ts'
import style from './Filing.module.css'
import { type AskedFiling, filingAnswers } from './filing.ts'

/** Short: the title names the subject. */
const options = optionsOf<FilingState>({ none: '未报备', pending: '报备中', filed: '成功', failed: '失败' })

interface Answer {
  state: FilingState
  reason: string
}

/** The carriers' answers for one signature, saved together; a failure needs a reason. Only changes are sent. */
export function FilingDialog({ row, operator: asked, onClose }: AskedFiling & { onClose: () => void }) {
  const [changed, setChanged] = useState<Partial<Record<Operator, Answer>>>({})
  const [isTried, setTried] = useState(false)
  const act = useDialogAct(adminFilingCalls.change, { invalidates: filingAnswers, done: `已登记【${row.text}】的报备结果`, onClose })
  const answers = operators.flatMap(operator => {
    const now = changed[operator]
    const { state, reason } = row.filings[operator]
    return now && (now.state !== state || now.reason.trim() !== reason) ? [{ operator, ...now }] : []
  })
  const save = () => {
    setTried(true)
    if (answers.every(isAnswered)) act.mutate({ accountId: row.accountId, signatureId: row.signatureId, answers })
  }
  return (
    <AskDialog title={`【${row.text}】报备结果`} okText="保存" isDisabled={answers.length === 0} act={act} onOk={save} onClose={onClose}>
      {operators.map(operator => (
        <AnswerFields
          key={operator}
          operator={operator}
          answer={changed[operator] ?? row.filings[operator]}
          isTried={isTried}
          isFirst={operator === (asked ?? operators[0])}
          onChange={answer => setChanged(before => ({ ...before, [operator]: answer }))}
        />
      ))}
    </AskDialog>
  )
}

const isAnswered = ({ state, reason }: Answer) => state !== 'failed' || reason.trim() !== ''

interface AnswerFieldsProps {
  operator: Operator
  answer: Answer
  isTried: boolean
  isFirst: boolean
  onChange: (answer: Answer) => void
}

function AnswerFields({ operator, answer: { state, reason }, isTried, isFirst, onChange }: AnswerFieldsProps) {
  const name = operatorNames[operator]
  const hasProblem = isTried && !isAnswered({ state, reason })
  const noteId = `filing-reason-${operator}`
  return (
    <fieldset className={style.answer}>
      <legend>{name}</legend>
      <Radio.Group
        value={state}
        onChange={event => onChange({ state: event.target.value, reason: event.target.value === 'failed' ? reason : '' })}
      >
        {options.map(({ value, label }) => (
          <Radio key={value} value={value} autoFocus={isFirst && value === state}>
            {label}
          </Radio>
        ))}
      </Radio.Group>
      {state === 'failed' ? (
        <>
          <Input
            aria-label={`${name}报备失败的原因`}
            aria-describedby={hasProblem ? noteId : undefined}
            aria-invalid={hasProblem}
            status={hasProblem ? 'error' : ''}
            placeholder="失败原因，客户在签名详情里看到"
            maxLength={limits.remarkCharacters}
            value={reason}
            onChange={event => onChange({ state, reason: event.target.value })}
          />
          {hasProblem ? (
            <p id={noteId} role="alert" className={style.bad}>
              请写明原因，客户会看到
            </p>
          ) : null}
        </>
      ) : null}
    </fieldset>
  )
}
