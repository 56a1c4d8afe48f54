import { Radio, Select } from 'antd'
import type { AppDetail } from '#contract/apps/app.ts'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { SettingsSection } from '#ui/form/SettingsPage.tsx'
import layout from '#ui/theme/layout.module.css'
import { useSection } from './section.ts'

interface ChoiceFieldProps {
  noun: string
  options: { value: string; label: string }[]
  chosen: string[] | null
  error: string | undefined
  isDisabled: boolean
  onChange: (chosen: string[] | null) => void
}

/** All of them, or some. */
function ChoiceField({ noun, options, chosen, error, isDisabled, onChange }: ChoiceFieldProps) {
  return (
    <>
      <Field label={`可用的${noun}`} isGroup>
        {() => (
          <Radio.Group
            value={chosen === null}
            disabled={isDisabled}
            onChange={event => onChange(event.target.value ? null : [])}
            options={[
              { value: true, label: `全部${noun}` },
              { value: false, label: `只许指定的${noun}` },
            ]}
          />
        )}
      </Field>
      {chosen === null ? null : (
        <Field
          label={`指定的${noun}`}
          error={chosen.length === 0 ? `请至少选择一个${noun}` : error}
          hint={`这个应用用其他${noun}发送会被拒绝`}
        >
          {control => (
            <Select
              {...control}
              mode="multiple"
              className={layout.full}
              optionFilterProp="label"
              disabled={isDisabled}
              value={chosen}
              onChange={onChange}
              options={options}
            />
          )}
        </Field>
      )}
    </>
  )
}

/** 签名与模板: the account's texts that the app may send. */
export function TextSection({ app }: { app: AppDetail }) {
  const { signatureIds, templateIds } = app.settings
  const { draft, change, problemOf, error, mayWrite, panel } = useSection(app, { signatureIds, templateIds }, settings => ({ settings }))
  const isEmpty = draft.signatureIds?.length === 0 || draft.templateIds?.length === 0
  return (
    <SettingsSection
      title="签名与模板"
      note="默认可以使用账户里全部审核通过的签名和模板。给外包或单一用途的程序，只开放它需要的更安全。"
      {...panel}
      isChanged={panel.isChanged && !isEmpty}
      refusal={<FormRefusal error={error} />}
    >
      <ChoiceField
        noun="签名"
        options={app.signatures.map(({ id, name }) => ({ value: id, label: `【${name}】` }))}
        chosen={draft.signatureIds}
        error={problemOf('signatureIds')}
        isDisabled={!mayWrite}
        onChange={next => change({ signatureIds: next })}
      />
      <ChoiceField
        noun="模板"
        options={app.templates.map(({ id, name, code }) => ({ value: id, label: `${name}（${code}）` }))}
        chosen={draft.templateIds}
        error={problemOf('templateIds')}
        isDisabled={!mayWrite}
        onChange={next => change({ templateIds: next })}
      />
    </SettingsSection>
  )
}
