import { Input, Radio } from 'antd'
import { useState } from 'react'
import { adminSenderRegistrationCalls } from '#contract/sender-registration/admin-sender-registration.ts'
import type { SenderRegistrationState } from '#contract/sender-registration/sender-registration.ts'
import { optionsOf } from '#ui/form/options.ts'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import { carrierNames, type MainlandCarrier, mainlandCarriers } from '#values/phone.ts'
import style from './SenderRegistration.module.css'
import { type AskedSenderRegistration, senderRegistrationAnswers } from './sender-registration.ts'

/** Short: the title names the subject. */
const options = optionsOf<SenderRegistrationState>({ none: '未报备', pending: '报备中', filed: '成功', failed: '失败' })

export interface Answer {
  state: SenderRegistrationState
  reason: string
}

/** The carriers' answers for one signature, saved together; a failure needs a reason. Only changes are sent. */
export function SenderRegistrationDialog({ row, carrier: asked, onClose }: AskedSenderRegistration & { onClose: () => void }) {
  const [changed, setChanged] = useState<Partial<Record<MainlandCarrier, Answer>>>({})
  const [isTried, setTried] = useState(false)
  const act = useDialogAct(adminSenderRegistrationCalls.change, {
    invalidates: senderRegistrationAnswers,
    done: `已登记【${row.text}】的报备结果`,
    onClose,
  })
  const answers = mainlandCarriers.flatMap(carrier => {
    const now = changed[carrier]
    const { state, reason } = row.senderRegistrations[carrier]
    return now && (now.state !== state || now.reason.trim() !== reason) ? [{ carrier, ...now }] : []
  })
  const save = () => {
    setTried(true)
    if (answers.every(isAnswered)) act.mutate({ accountId: row.accountId, signatureId: row.signatureId, answers })
  }
  return (
    <AskDialog title={`【${row.text}】报备结果`} okText="保存" isDisabled={answers.length === 0} act={act} onOk={save} onClose={onClose}>
      {mainlandCarriers.map(carrier => (
        <AnswerFields
          key={carrier}
          carrier={carrier}
          answer={changed[carrier] ?? row.senderRegistrations[carrier]}
          isTried={isTried}
          isFirst={carrier === (asked ?? mainlandCarriers[0])}
          onChange={answer => setChanged(before => ({ ...before, [carrier]: answer }))}
        />
      ))}
    </AskDialog>
  )
}

export const isAnswered = ({ state, reason }: Answer) => state !== 'failed' || reason.trim() !== ''

interface AnswerFieldsProps {
  carrier: MainlandCarrier
  answer: Answer
  isTried: boolean
  isFirst: boolean
  onChange: (answer: Answer) => void
}

export function AnswerFields({ carrier, answer: { state, reason }, isTried, isFirst, onChange }: AnswerFieldsProps) {
  const name = carrierNames[carrier]
  const hasProblem = isTried && !isAnswered({ state, reason })
  const noteId = `sender-registration-reason-${carrier}`
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
            <p id={noteId} role="alert" className={layout.bad}>
              请写明原因，客户会看到
            </p>
          ) : null}
        </>
      ) : null}
    </fieldset>
  )
}
