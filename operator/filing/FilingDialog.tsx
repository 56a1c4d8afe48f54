import { Input, Radio } from 'antd'
import { useState } from 'react'
import { AskDialog } from '#console/ui/AskDialog.tsx'
import { useDialogAct } from '#console/ui/dialog-act.ts'
import { Field } from '#console/ui/Field.tsx'
import { optionsOf } from '#console/ui/options.ts'
import { filingStateNames } from '#contract/filing.ts'
import { operatorFilingCalls } from '#contract/operator-filing.ts'
import { limits } from '#values/limits.ts'
import { operatorNames } from '#values/phone.ts'
import { type AskedFiling, filingAnswers } from './filing.ts'

const options = optionsOf(filingStateNames)

/** Changes one operator's answer; a refusal says why. */
export function FilingDialog({ row, operator, onClose }: AskedFiling & { onClose: () => void }) {
  const before = row.filings[operator]
  const [state, setState] = useState(before.state)
  const [reason, setReason] = useState(before.reason)
  const [isTried, setTried] = useState(false)
  const act = useDialogAct(operatorFilingCalls.change, {
    invalidates: filingAnswers,
    done: `【${row.text}】${operatorNames[operator]}：${filingStateNames[state].name}`,
    onClose,
  })
  const problem = state === 'failed' && reason.trim() === '' ? '请写明原因，客户会看到' : null
  const save = () => {
    setTried(true)
    if (problem === null) act.mutate({ accountId: row.accountId, signatureId: row.signatureId, operator, state, reason })
  }
  return (
    <AskDialog title={`【${row.text}】在${operatorNames[operator]}的报备`} okText="保存" act={act} onOk={save} onClose={onClose}>
      <Field label="状态" isGroup>
        {() => <Radio.Group value={state} options={options} onChange={event => setState(event.target.value)} />}
      </Field>
      <Field
        label="原因"
        isOptional={state !== 'failed'}
        hint="客户在签名详情里看到"
        error={isTried ? problem : null}
        count={{ length: reason.trim().length, most: limits.remarkCharacters }}
      >
        {control => (
          <Input.TextArea
            {...control}
            rows={3}
            maxLength={limits.remarkCharacters}
            value={reason}
            onChange={event => setReason(event.target.value)}
          />
        )}
      </Field>
    </AskDialog>
  )
}
