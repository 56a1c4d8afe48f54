import { Input, Radio, Select } from 'antd'
import type { Finding } from '#contract/content/finding.ts'
import { signatureKinds, signaturePurposes } from '#contract/content/signature.ts'
import { neededProofs, type ProofUse } from '#contract/content/signature-proof.ts'
import { Findings } from '#ui/display/Findings.tsx'
import { DayInput } from '#ui/form/DayInput.tsx'
import { Field } from '#ui/form/Field.tsx'
import { optionsOf } from '#ui/form/options.ts'
import layout from '#ui/theme/layout.module.css'
import { chinaDay } from '#values/china-time.ts'
import { limits } from '#values/limits.ts'
import { ProofPicker } from './ProofPicker.tsx'
import style from './Signature.module.css'
import type { SignatureDraft } from './signature.ts'

const kindOptions = optionsOf(signatureKinds)
const purposeOptions = optionsOf(signaturePurposes)

interface SignatureFieldsProps {
  draft: SignatureDraft
  attestedName: string | null
  findings: readonly Finding[]
  errors: { text: string | null; remark: string | null; authorizedUntil: string | null; missing: ReadonlySet<ProofUse> }
  onChange: (change: (before: SignatureDraft) => Partial<SignatureDraft>) => void
}

/** The fields of a signature; its kind and owner decide which files are required. */
export function SignatureFields({ draft, attestedName, findings, errors, onChange }: SignatureFieldsProps) {
  const { text, kind, purpose, remark } = draft
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
      {findings.length > 0 ? (
        <div className={layout.below16} aria-live="polite">
          <Findings findings={findings} />
        </div>
      ) : null}
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
      <Field label="用途" isGroup hint={purpose === 'own' ? '签名属于本账户的认证主体。' : '签名属于其他主体，须由其书面授权。'}>
        {() => (
          <Radio.Group value={purpose} options={purposeOptions} onChange={event => onChange(() => ({ purpose: event.target.value }))} />
        )}
      </Field>
      <p className={style.facts}>
        {attestedName ? `认证主体：${attestedName}` : '账户还没有通过实名认证，通过后才能发送；现在可以先提交审核。'}
      </p>
      {purpose === 'other' ? (
        <Field label="授权有效期至" id="signature-authorized" error={errors.authorizedUntil} hint="以授权委托书为准，建议一年以上">
          {control => (
            <DayInput
              control={control}
              value={draft.authorizedUntil}
              onChange={authorizedUntil => onChange(() => ({ authorizedUntil }))}
              least={chinaDay(Date.now() + 86_400_000)}
            />
          )}
        </Field>
      ) : null}
      <ProofFields draft={draft} missing={errors.missing} onChange={onChange} />
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

function ProofFields({ draft, missing, onChange }: Pick<SignatureFieldsProps, 'draft' | 'onChange'> & { missing: ReadonlySet<ProofUse> }) {
  const needed = neededProofs(draft.kind, draft.purpose)
  return [...needed, 'other' as const].map(use => (
    <ProofPicker
      key={use}
      id={`signature-proof-${use}`}
      use={use}
      isOptional={use === 'other'}
      files={draft.proofs}
      error={missing.has(use) ? '请上传此项材料' : null}
      onChange={next => onChange(before => ({ proofs: next(before.proofs) }))}
    />
  ))
}
