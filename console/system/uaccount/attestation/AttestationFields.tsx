import { Checkbox, Input, Radio, Select } from 'antd'
import type { ReactNode } from 'react'
import { industries, letterRoute } from '#contract/account/attestation.ts'
import {
  type AttestationField,
  type AttestationItem,
  attestationFields,
  certificateKinds,
  type AttestationForm as Form,
  itemName,
} from '#contract/account/attestation-form.ts'
import { queryString } from '#ui/call.ts'
import { DayInput } from '#ui/form/DayInput.tsx'
import { Field } from '#ui/form/Field.tsx'
import { RegionField } from '#ui/form/RegionField.tsx'
import layout from '#ui/theme/layout.module.css'
import { chinaDay } from '#values/china-time.ts'
import { limits } from '#values/limits.ts'
import style from './Attestation.module.css'

/** Props of each group of fields. */
interface Parts {
  form: Form
  change: (next: Partial<Form>, ...items: AttestationItem[]) => void
  errorOf: (item: AttestationItem) => string | null
  hintOf: (item: AttestationItem) => string | undefined
}

/** A text field by its name. Typing replaces a masked number as a whole. */
function TextField({ field, form, change, errorOf, hintOf, hint }: Parts & { field: AttestationField; hint?: ReactNode }) {
  return (
    <Field label={itemName(field, form)} error={errorOf(field)} hint={hintOf(field) ?? hint}>
      {control => (
        <Input
          {...control}
          autoComplete="off"
          maxLength={attestationFields[field].max}
          value={form[field]}
          onFocus={event => form[field].includes('*') && event.target.select()}
          onChange={event =>
            change({ [field]: event.target.value.includes('*') && form[field].includes('*') ? '' : event.target.value }, field)
          }
        />
      )}
    </Field>
  )
}

function EndField({ field, isLongTerm, ...parts }: Parts & { field: 'validUntil' | 'letterUntil'; isLongTerm?: boolean }) {
  const { form, change, errorOf, hintOf } = parts
  return (
    <Field label={itemName(field, form)} error={errorOf(field)} hint={hintOf(field)}>
      {control => (
        <span className={`${layout.line16} ${style.end}`}>
          <DayInput
            control={control}
            isDisabled={isLongTerm === true}
            value={isLongTerm ? '' : form[field]}
            onChange={day => change({ [field]: day }, field)}
            least={chinaDay(Date.now())}
          />
          {isLongTerm === undefined ? null : (
            <Checkbox checked={isLongTerm} onChange={event => change({ isLongTerm: event.target.checked }, field)}>
              长期有效
            </Checkbox>
          )}
        </span>
      )}
    </Field>
  )
}

/** The subject: a person, or a company by its certificate. */
export function SubjectFields(parts: Parts) {
  const { form, change, errorOf, hintOf } = parts
  if (form.subject === 'person')
    return (
      <div className={style.pair}>
        <TextField {...parts} field="name" />
        <TextField {...parts} field="idNumber" hint={`18位，须年满${limits.attestedAge}周岁`} />
        <EndField {...parts} field="validUntil" isLongTerm={form.isLongTerm} />
      </div>
    )
  return (
    <div className={style.pair}>
      <TextField {...parts} field="name" hint="与证照上的全称完全一致" />
      <Field label={itemName('certificateKind', form)} error={errorOf('certificateKind')} hint={hintOf('certificateKind')}>
        {control => (
          <Select
            {...control}
            className={layout.full ?? ''}
            aria-label={itemName('certificateKind', form)}
            value={form.certificateKind || null}
            placeholder="请选择"
            options={certificateKinds[form.subject as 'company'].map(kind => ({ value: kind, label: kind }))}
            onChange={certificateKind => change({ certificateKind }, 'certificateKind')}
          />
        )}
      </Field>
      <TextField {...parts} field="creditCode" hint="18位，见证照" />
      <EndField {...parts} field="validUntil" isLongTerm={form.isLongTerm} />
    </div>
  )
}

/** The legal representative, and the person who acts for the company. */
export function PeopleFields(parts: Parts) {
  const { form, change } = parts
  return (
    <>
      <div className={style.pair}>
        <TextField {...parts} field="legalName" />
        <TextField {...parts} field="legalIdNumber" hint="18位" />
      </div>
      <Field label="由谁办理" isGroup>
        {() => (
          <Radio.Group
            value={form.isLegalHandler}
            onChange={event => change({ isLegalHandler: event.target.value }, 'handlerFront', 'handlerBack', 'letter')}
            options={[
              { value: true, label: '法定代表人（负责人）本人' },
              { value: false, label: '授权的经办人' },
            ]}
          />
        )}
      </Field>
      {form.isLegalHandler ? null : (
        <>
          <div className={style.pair}>
            <TextField {...parts} field="handlerName" />
            <TextField {...parts} field="handlerIdNumber" hint="18位" />
            <EndField {...parts} field="letterUntil" />
          </div>
          <p className={layout.lead}>
            授权书须写明经办人和有效期并加盖公章：
            <a href={letterRoute.path + queryString({ name: form.name, handlerName: form.handlerName, creditCode: form.creditCode })}>
              下载授权书模板
            </a>
            ，打印盖章后拍照上传。
          </p>
        </>
      )}
    </>
  )
}

/** The company's business and address. */
export function BusinessFields(parts: Parts) {
  const { form, change, errorOf } = parts
  return (
    <div className={style.pair}>
      <Field label={itemName('industry', form)} error={errorOf('industry')}>
        {control => (
          <Select
            {...control}
            className={layout.full ?? ''}
            aria-label={itemName('industry', form)}
            value={form.industry || null}
            placeholder="请选择"
            options={industries.map(name => ({ value: name, label: name }))}
            onChange={industry => change({ industry }, 'industry')}
          />
        )}
      </Field>
      <div className={style.wide}>
        <RegionField id="region" region={form.region} error={errorOf('region')} onChange={region => change({ region }, 'region')} />
        <TextField {...parts} field="address" hint="实际经营地址，到门牌号" />
      </div>
    </div>
  )
}
