import { Checkbox, Input, Radio } from 'antd'
import { expiryDays } from '#contract/alert/alert-rule.ts'
import { ClockInput } from '#ui/form/ClockInput.tsx'
import { Field } from '#ui/form/Field.tsx'
import { optionsOf } from '#ui/form/options.ts'
import type { RuleField } from './rule-draft.ts'

interface RuleFieldControlProps {
  field: RuleField
  value: string
  error: string | null
  onChange: (value: string) => void
}

/** One parameter of a kind of rule. */
export function RuleFieldControl({ field, value, error, onChange }: RuleFieldControlProps) {
  const { label, kind, unit, hint, isOptional = false, options = {} } = field
  if (kind === 'choice')
    return (
      <Field label={label} isGroup error={error} hint={hint}>
        {() => <Radio.Group value={value} options={optionsOf(options)} onChange={event => onChange(event.target.value)} />}
      </Field>
    )
  if (kind === 'days')
    return (
      <Field label={label} isGroup error={error} hint={hint}>
        {() => (
          <Checkbox.Group
            value={value.split(',')}
            options={expiryDays.map(days => ({ value: String(days), label: `${days}天` }))}
            onChange={chosen => onChange(expiryDays.filter(days => chosen.includes(String(days))).join(','))}
          />
        )}
      </Field>
    )
  if (kind === 'time')
    return (
      <Field label={label} isOptional={isOptional} error={error} hint={hint}>
        {control => <ClockInput control={control} value={value} onChange={onChange} />}
      </Field>
    )
  return (
    <Field label={label} isOptional={isOptional} error={error} hint={hint}>
      {control => (
        <Input
          {...control}
          inputMode={kind === 'yuan' ? 'decimal' : 'numeric'}
          {...(kind === 'yuan' ? { prefix: '¥' } : {})}
          {...(unit ? { suffix: unit } : {})}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
