import { Input, Select, Space } from 'antd'
import { StateTag } from '#ui/display/StateTag.tsx'
import { Field } from '#ui/form/Field.tsx'
import type { useCodeCheck } from '../ui/checks.ts'
import type { LinkChoices } from '../ui/LinkFields.tsx'
import type { LinkDraft } from '../ui/link-draft.ts'
import style from './Create.module.css'
import { hostOf } from './short-host.ts'

interface AddressFieldProps {
  draft: LinkDraft
  choices: LinkChoices | undefined
  code: ReturnType<typeof useCodeCheck>
  error: string | undefined
  onChange: (change: Partial<LinkDraft>) => void
}

/** 短链地址: the domain, and a custom code that is checked for availability while typing. */
export function AddressField({ draft, choices, code, error, onChange }: AddressFieldProps) {
  const domains = ['', ...(choices?.domains ?? [])].map(domain => ({ value: domain, label: `${hostOf(domain, choices)}/` }))
  const hint =
    code.kind === 'free' ? (
      <StateTag tone="good">可以使用</StateTag>
    ) : code.kind === 'checking' ? (
      '正在检查是否可用…'
    ) : (
      '4-20位字母、数字、-或_，不区分大小写；不填写则随机生成'
    )
  return (
    <Field
      label="短链地址"
      id="link-code"
      error={error ?? (code.kind === 'problem' ? code.text : null)}
      hint={<span aria-live="polite">{hint}</span>}
    >
      {control => (
        <Space.Compact block>
          <Select
            className={style.domain}
            aria-label="域名"
            value={draft.domain}
            options={domains}
            popupMatchSelectWidth={false}
            onChange={domain => onChange({ domain })}
          />
          <Input
            {...control}
            autoComplete="off"
            spellCheck={false}
            placeholder="随机生成"
            maxLength={40}
            value={draft.ownCode}
            onChange={event => onChange({ ownCode: event.target.value })}
          />
        </Space.Compact>
      )}
    </Field>
  )
}
