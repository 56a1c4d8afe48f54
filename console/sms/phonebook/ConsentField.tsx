import { Input, Select } from 'antd'
import { type ConsentKind, consentKinds, consentNoteRule } from '#contract/recipients/phonebook.ts'
import { DayInput } from '#ui/form/DayInput.tsx'
import { Field } from '#ui/form/Field.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { optionsOf } from '#ui/form/options.ts'
import { chinaDay } from '#values/china-time.ts'
import { limits } from '#values/limits.ts'
import { fromDay, toDay } from './consent-day.ts'
import style from './Phonebook.module.css'
import type { WireConsent } from './phonebook.ts'

interface ConsentFieldProps {
  consent: WireConsent | null
  /** The declaration for many contacts. */
  hint?: string
  onChange: (consent: WireConsent | null) => void
}

const none = 'none'
const usualHint = '推广短信只能发给同意接收的人，请如实填写'

/** The source, wording and date of a person's marketing consent. */
export function ConsentField({ consent, hint = usualHint, onChange }: ConsentFieldProps) {
  const choose = (kind: ConsentKind | typeof none) =>
    onChange(kind === none ? null : { kind, note: consent?.note ?? '', at: consent?.at ?? null })
  return (
    <>
      <Field label="同意接收推广的方式" hint={consent === null ? hint : null}>
        {({ id }) => (
          <Select
            id={id}
            style={{ width: '100%' }}
            value={consent?.kind ?? none}
            options={[{ value: none, label: '没有登记' }, ...optionsOf(consentKinds)]}
            onChange={choose}
          />
        )}
      </Field>
      {consent ? (
        <div className={style.pair}>
          <Field
            label="说明"
            isOptional
            error={ruleMessage(consentNoteRule, consent.note)}
            count={{ length: consent.note.trim().length, most: limits.consentNoteCharacters }}
          >
            {control => (
              <Input
                {...control}
                placeholder="例如：官网预约表单"
                value={consent.note}
                onChange={event => onChange({ ...consent, note: event.target.value })}
              />
            )}
          </Field>
          <Field label="同意日期" isOptional>
            {control => (
              <DayInput
                control={control}
                value={toDay(consent.at)}
                onChange={day => onChange({ ...consent, at: fromDay(day) })}
                most={chinaDay(Date.now())}
              />
            )}
          </Field>
        </div>
      ) : null}
    </>
  )
}
