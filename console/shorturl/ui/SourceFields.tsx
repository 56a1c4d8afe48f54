import { Checkbox, Select } from 'antd'
import { type ReferrerPolicy, referrerPolicies } from '#contract/links/link-rule.ts'
import { Field } from '#ui/form/Field.tsx'
import layout from '#ui/theme/layout.module.css'
import { referrerPolicyNames } from '../../shared/labels/links.ts'
import type { LinkFieldsProps } from './LinkFields.tsx'
import { UtmBuilder } from './UtmBuilder.tsx'

/** Parameters that tell the target where its visitors come from. */
export function SourceFields({ draft, onChange }: Pick<LinkFieldsProps, 'draft' | 'onChange'>) {
  return (
    <>
      <UtmBuilder target={draft.target} onChange={target => onChange({ target })} />
      <Field
        label="访客带来的参数"
        isGroup
        hint="访客打开短链时网址后面自带的参数，接到目标网址后面。目标网址里可写 {code}（短链后缀）和 {recipient}（收件人编号），跳转时自动替换。"
      >
        {() => (
          <Checkbox checked={draft.passesQuery} onChange={event => onChange({ passesQuery: event.target.checked })}>
            传给目标网址
          </Checkbox>
        )}
      </Field>
      <Field label="告诉目标网站访客从哪里来">
        {({ status: _, ...control }) => (
          <Select<ReferrerPolicy>
            {...control}
            className={layout.full}
            value={draft.referrerPolicy}
            options={referrerPolicies.map(value => ({ value, label: referrerPolicyNames[value] }))}
            onChange={referrerPolicy => onChange({ referrerPolicy })}
          />
        )}
      </Field>
    </>
  )
}
