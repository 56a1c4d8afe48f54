import { Input, Radio, Select } from 'antd'
import { useState } from 'react'
import { type SignatureKind, type SignaturePurpose, signatureKinds, signaturePurposes } from '#contract/signature.ts'
import { limits } from '#values/limits.ts'
import { Field } from '../../ui/Field.tsx'
import { ProofPicker } from './ProofPicker.tsx'
import type { SignatureDraft } from './signature.ts'

const kindOptions = Object.entries(signatureKinds).map(([value, label]) => ({ value: value as SignatureKind, label }))
const purposeOptions = Object.entries(signaturePurposes).map(([value, label]) => ({ value: value as SignaturePurpose, label }))

interface SignatureFieldsProps {
  draft: SignatureDraft
  errors: Partial<Record<keyof SignatureDraft, string | null>>
  onChange: (change: (before: SignatureDraft) => Partial<SignatureDraft>) => void
}

/** The fields of a signature. */
export function SignatureFields({ draft, errors, onChange }: SignatureFieldsProps) {
  const [fileProblem, setFileProblem] = useState<string | null>(null)
  const { text, kind, purpose, remark, proofs } = draft
  return (
    <>
      <Field
        label="签名"
        id="signature-text"
        error={errors.text}
        hint="2-12个汉字、字母或数字，不用填写【】"
        count={{ length: text.trim().length, most: limits.signatureMaxCharacters }}
      >
        {control => (
          <Input
            {...control}
            autoFocus
            prefix="【"
            suffix="】"
            placeholder="企业、品牌或应用的名称"
            value={text}
            onChange={event => onChange(() => ({ text: event.target.value }))}
          />
        )}
      </Field>
      <Field label="来源">
        {({ id }) => (
          <Select
            id={id}
            style={{ width: '100%' }}
            value={kind}
            options={kindOptions}
            onChange={next => onChange(() => ({ kind: next }))}
          />
        )}
      </Field>
      <Field label="用途" isGroup hint={purpose === 'own' ? '签名属于本账户的认证主体。' : '签名属于其他主体，须上传其盖章的授权委托书。'}>
        {() => (
          <Radio.Group value={purpose} options={purposeOptions} onChange={event => onChange(() => ({ purpose: event.target.value }))} />
        )}
      </Field>
      <Field
        label="证明材料"
        id="signature-proofs"
        isOptional={purpose === 'own'}
        error={fileProblem ?? errors.proofs}
        hint={`营业执照、商标注册证、授权委托书等；PNG、JPG或PDF，每个不超过${limits.proofBytes / 1024 / 1024}MB，最多${limits.proofs}个`}
      >
        {control => (
          <ProofPicker
            control={control}
            files={proofs}
            onChange={next => onChange(before => ({ proofs: next(before.proofs) }))}
            onProblem={setFileProblem}
          />
        )}
      </Field>
      <Field
        label="申请说明"
        isOptional
        error={errors.remark}
        hint="写明使用场景，最好附一条完整的短信，审核更快"
        count={{ length: remark.length, most: limits.remarkCharacters }}
      >
        {control => (
          <Input.TextArea {...control} rows={4} value={remark} onChange={event => onChange(() => ({ remark: event.target.value }))} />
        )}
      </Field>
    </>
  )
}
