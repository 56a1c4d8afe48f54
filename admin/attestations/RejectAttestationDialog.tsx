import { Checkbox, Input } from 'antd'
import { useState } from 'react'
import { onSubmitKeys, ReasonButtons } from '#admin/ui/RejectDialog.tsx'
import { adminAttestationCalls, reasonTextsOf, wholeReasonTexts } from '#contract/account/admin-attestation.ts'
import type { AttestationReasons } from '#contract/account/attestation.ts'
import { type AttestationItem, askedItems, itemName } from '#contract/account/attestation-form.ts'
import { type CallError, useCall } from '#ui/call.ts'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { limits } from '#values/limits.ts'
import style from './Attestations.module.css'
import type { AttestationRow } from './attestation.ts'

interface RejectAttestationDialogProps {
  row: AttestationRow
  act: { isPending: boolean; error: CallError | null }
  onReject: (reasons: AttestationReasons, reason: string) => void
  onClose: () => void
}

/** Errors by item: ticked, with a usual reason or free text; or a reason for the whole submission. */
export function RejectAttestationDialog({ row, act, onReject, onClose }: RejectAttestationDialogProps) {
  const { accountId, attestationId } = row
  const form = useCall(adminAttestationCalls.one, { accountId, attestationId }).data?.form
  const [reasons, setReasons] = useState<AttestationReasons>({})
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  if (!form) return null
  const asked = askedItems(form)
  const short = asked.filter(item => reasons[item] !== undefined && reasons[item]!.trim().length < 2)
  const isNothing = Object.keys(reasons).length === 0 && reason.trim() === ''
  const change = (item: AttestationItem, text: string | null) => {
    const { [item]: _, ...others } = reasons
    setReasons(text === null ? others : { ...others, [item]: text })
  }
  const submit = () => {
    setTried(true)
    if (isNothing || short.length > 0) return
    onReject(Object.fromEntries(Object.entries(reasons).map(([item, text]) => [item, text.trim()])), reason.trim())
  }
  return (
    <Dialog
      open
      width={680}
      title={`驳回“${row.name}”的认证`}
      okText="驳回"
      cancelText="返回"
      okButtonProps={{ danger: true }}
      confirmLoading={act.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the fields inside handle the keys */}
      <div onKeyDown={onSubmitKeys(submit)}>
        <p>勾选不符合要求的项目，客户会在对应项目下看到原因，修改后可以重新提交。Ctrl 或 ⌘ + Enter 提交。</p>
        {asked.map(item => (
          <div key={item} className={style.reason}>
            <Checkbox checked={reasons[item] !== undefined} onChange={event => change(item, event.target.checked ? '' : null)}>
              {itemName(item, form)}
            </Checkbox>
            {reasons[item] === undefined ? null : (
              <>
                <ReasonButtons
                  reasons={reasonTextsOf(item, form.subject)}
                  isChosen={({ text }) => text === reasons[item]}
                  onChoose={({ text }) => change(item, text)}
                />
                <Input.TextArea
                  rows={2}
                  aria-label={`${itemName(item, form)}的原因`}
                  maxLength={limits.remarkCharacters}
                  status={isTried && short.includes(item) ? 'error' : ''}
                  placeholder="客户看到的原因"
                  value={reasons[item]}
                  onChange={event => change(item, event.target.value)}
                />
              </>
            )}
          </div>
        ))}
        <Field
          label="总体说明"
          isOptional
          error={isTried && isNothing ? '请勾选不符合要求的项目，或填写总体说明' : act.error?.fields.reason}
        >
          {control => (
            <>
              <ReasonButtons reasons={wholeReasonTexts} isChosen={({ text }) => text === reason} onChoose={({ text }) => setReason(text)} />
              <Input.TextArea
                {...control}
                rows={2}
                maxLength={limits.remarkCharacters}
                value={reason}
                onChange={event => setReason(event.target.value)}
              />
            </>
          )}
        </Field>
        <FormRefusal error={act.error} />
      </div>
    </Dialog>
  )
}
