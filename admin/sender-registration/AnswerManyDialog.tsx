import { Radio } from 'antd'
import { useState } from 'react'
import { BulkDialog, type BulkProps } from '#admin/ui/BulkDialog.tsx'
import { adminSenderRegistrationCalls } from '#contract/sender-registration/admin-sender-registration.ts'
import { useAct } from '#ui/call.ts'
import { Field } from '#ui/form/Field.tsx'
import { carrierNames, type MainlandCarrier, mainlandCarriers } from '#values/phone.ts'
import { type Answer, AnswerFields, isAnswered } from './SenderRegistrationDialog.tsx'
import { type SenderRegistrationRow, senderRegistrationAnswers } from './sender-registration.ts'

/** The same answer of one carrier for several signatures. `carrier`: the one that the list is filtered by. */
export function AnswerManyDialog({ carrier: first, ...bulk }: BulkProps<SenderRegistrationRow> & { carrier: MainlandCarrier | undefined }) {
  const [carrier, setCarrier] = useState<MainlandCarrier>(first ?? 'mobile')
  const [answer, setAnswer] = useState<Answer>({ state: 'filed', reason: '' })
  const change = useAct(adminSenderRegistrationCalls.change)
  return (
    <BulkDialog
      {...bulk}
      title={`登记 ${bulk.rows.length} 个签名的报备结果`}
      okText="登记"
      nameOf={row => `【${row.text}】`}
      act={({ accountId, signatureId }) => change.mutateAsync({ accountId, signatureId, answers: [{ carrier, ...answer }] })}
      answers={senderRegistrationAnswers}
      problem={isAnswered(answer) ? null : '请写明原因，客户会看到'}
    >
      <Field label="运营商" isGroup>
        {() => (
          <Radio.Group
            value={carrier}
            options={mainlandCarriers.map(value => ({ value, label: carrierNames[value] }))}
            onChange={event => setCarrier(event.target.value)}
          />
        )}
      </Field>
      <AnswerFields carrier={carrier} answer={answer} isTried={false} isFirst={false} onChange={setAnswer} />
    </BulkDialog>
  )
}
