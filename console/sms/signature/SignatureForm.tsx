import { App, Button, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import {
  type SignatureKind,
  type SignaturePurpose,
  signatureCalls,
  signatureKinds,
  signaturePurposes,
  signatureRemarkRule,
  signatureTextRule,
} from '#contract/signature.ts'
import { composeContent } from '#contract/template-text.ts'
import { limits } from '#values/limits.ts'
import { useAct } from '../../call.ts'
import { DetailDrawer } from '../../ui/DetailDrawer.tsx'
import { Field, FieldsBeside } from '../../ui/Field.tsx'
import { FormRefusal } from '../../ui/FormRefusal.tsx'
import { ruleMessage } from '../../ui/form-rules.ts'
import { PhonePreview } from '../../ui/PhonePreview.tsx'
import { useLeave } from '../review/use-leave.ts'
import { type SignatureRow, sampleText, signatureAnswers } from './signature.ts'

const formId = 'signature-form'
const kindOptions = Object.entries(signatureKinds).map(([value, label]) => ({ value: value as SignatureKind, label }))
const purposeOptions = Object.entries(signaturePurposes).map(([value, label]) => ({ value: value as SignaturePurpose, label }))

interface Draft {
  text: string
  kind: SignatureKind
  purpose: SignaturePurpose
  remark: string
}
const emptyDraft: Draft = { text: '', kind: 'company', purpose: 'own', remark: '' }

/** 新建 or 修改 a signature: rules as one types, the message as it will look, kept as a draft or submitted. */
export function SignatureForm({ row, onClose }: { row: SignatureRow | null; onClose: () => void }) {
  const { message } = App.useApp()
  const first: Draft = row ? { text: row.text, kind: row.kind, purpose: row.purpose, remark: row.remark } : emptyDraft
  const [draft, setDraft] = useState(first)
  const [isTried, setTried] = useState(false)
  const change = (next: Partial<Draft>) => setDraft({ ...draft, ...next })
  const options = {
    invalidates: signatureAnswers,
    onDone: (_: unknown, input: { isSubmitted: boolean }) => {
      void message.success(input.isSubmitted ? '已提交审核' : '已存为草稿')
      onClose()
    },
  }
  const create = useAct(signatureCalls.create, options)
  const edit = useAct(signatureCalls.edit, options)
  const act = row ? edit : create
  const leave = useLeave(JSON.stringify(draft) !== JSON.stringify(first), onClose)
  const wrong = (rule: z.ZodType, value: string, isShown: boolean) => (isShown ? ruleMessage(rule, value) : null)
  const textError = act.error?.fields.text ?? wrong(signatureTextRule, draft.text, isTried || draft.text.length > 1)
  const remarkError = wrong(signatureRemarkRule, draft.remark, true)

  const save = (isSubmitted: boolean) => {
    setTried(true)
    if (ruleMessage(signatureTextRule, draft.text) !== null || remarkError !== null)
      return document.getElementById('signature-text')?.focus()
    if (row) edit.mutate({ ...draft, isSubmitted, signatureId: row.signatureId })
    else create.mutate({ ...draft, isSubmitted })
  }

  return (
    <DetailDrawer
      isOpen
      onClose={leave}
      title={row ? `修改签名“${row.text}”` : '新建签名'}
      actions={
        <>
          <Button onClick={() => save(false)} loading={act.isPending && act.variables?.isSubmitted === false}>
            存为草稿
          </Button>
          <Button type="primary" htmlType="submit" form={formId} loading={act.isPending && act.variables?.isSubmitted === true}>
            提交审核
          </Button>
        </>
      }
    >
      {row?.reason ? <p role="note">上次未通过的原因：{row.reason}</p> : null}
      <form
        id={formId}
        onSubmit={event => {
          event.preventDefault()
          save(true)
        }}
      >
        <FieldsBeside
          aside={
            <PhonePreview
              messages={[{ content: composeContent(draft.text.trim() || '签名', sampleText, 'notice') }]}
              note="签名在每条短信的最前面，也计入字数。"
            />
          }
        >
          <Field
            label="签名"
            id="signature-text"
            error={textError}
            hint="2-12个汉字、字母或数字，不用填写【】"
            count={{ length: draft.text.trim().length, most: limits.signatureMaxCharacters }}
          >
            {control => (
              <Input
                {...control}
                autoFocus
                prefix="【"
                suffix="】"
                placeholder="企业、品牌或应用的名称"
                value={draft.text}
                onChange={event => {
                  change({ text: event.target.value })
                  if (act.error) act.reset()
                }}
              />
            )}
          </Field>
          <Field label="来源">
            {({ id }) => (
              <Select id={id} style={{ width: '100%' }} value={draft.kind} options={kindOptions} onChange={kind => change({ kind })} />
            )}
          </Field>
          <Field
            label="用途"
            isGroup
            hint={
              draft.purpose === 'own'
                ? '签名属于本账户的认证主体。'
                : '签名属于其他主体，审核时须核对其授权委托书，请在申请说明里写明授权方。'
            }
          >
            {() => (
              <Radio.Group value={draft.purpose} options={purposeOptions} onChange={event => change({ purpose: event.target.value })} />
            )}
          </Field>
          <Field
            label="申请说明"
            isOptional
            error={remarkError}
            hint="写明使用场景，最好附一条完整的短信，审核更快"
            count={{ length: draft.remark.length, most: limits.remarkCharacters }}
          >
            {control => (
              <Input.TextArea {...control} rows={4} value={draft.remark} onChange={event => change({ remark: event.target.value })} />
            )}
          </Field>
        </FieldsBeside>
      </form>
      <FormRefusal error={act.error && !act.error.fields.text ? act.error : null} />
    </DetailDrawer>
  )
}
