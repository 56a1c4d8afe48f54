import { Input, Select } from 'antd'
import { contactNameRule, contactRemarkRule } from '#contract/recipients/phonebook.ts'
import { Field } from '#ui/form/Field.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { limits } from '#values/limits.ts'
import { ConsentField } from './ConsentField.tsx'
import style from './Phonebook.module.css'
import type { FieldRow, TagRow, WireConsent } from './phonebook.ts'

/** A contact's fields besides number and group. */
export interface ContactDraft {
  name: string
  fields: Record<string, string>
  tagIds: string[]
  remark: string
  consent: WireConsent | null
}
export const emptyDraft: ContactDraft = { name: '', fields: {}, tagIds: [], remark: '', consent: null }

/** Whether the draft is valid; errors are at their fields. */
export const isDraftFit = ({ name, fields, remark }: ContactDraft) =>
  ruleMessage(contactNameRule, name) === null &&
  ruleMessage(contactRemarkRule, remark) === null &&
  Object.values(fields).every(text => text.length <= limits.contactFieldCharacters)

interface ContactFieldsProps {
  draft: ContactDraft
  onChange: (draft: ContactDraft) => void
  tags: TagRow[]
  fields: FieldRow[]
}

/** Name, custom fields, tags, remark and consent. */
export function ContactFields({ draft, onChange, tags, fields }: ContactFieldsProps) {
  const change = (next: Partial<ContactDraft>) => onChange({ ...draft, ...next })
  return (
    <>
      <Field
        label="姓名"
        isOptional
        error={ruleMessage(contactNameRule, draft.name)}
        count={{ length: draft.name.trim().length, most: limits.contactNameCharacters }}
      >
        {control => <Input {...control} value={draft.name} onChange={event => change({ name: event.target.value })} />}
      </Field>
      {fields.length > 0 ? (
        <div className={style.pair}>
          {fields.map(({ fieldKey, name }) => {
            const text = draft.fields[fieldKey] ?? ''
            const most = limits.contactFieldCharacters
            return (
              <Field key={fieldKey} label={name} isOptional error={text.length > most ? `${name}不能超过${most}个字` : null}>
                {control => (
                  <Input
                    {...control}
                    value={text}
                    onChange={event => change({ fields: { ...draft.fields, [fieldKey]: event.target.value } })}
                  />
                )}
              </Field>
            )
          })}
        </div>
      ) : null}
      <TagsField label="标签" tags={tags} tagIds={draft.tagIds} onChange={tagIds => change({ tagIds })} />
      <Field
        label="备注"
        isOptional
        error={ruleMessage(contactRemarkRule, draft.remark)}
        count={{ length: draft.remark.trim().length, most: limits.contactRemarkCharacters }}
      >
        {control => (
          <Input.TextArea
            {...control}
            autoSize={{ minRows: 2, maxRows: 6 }}
            value={draft.remark}
            onChange={event => change({ remark: event.target.value })}
          />
        )}
      </Field>
      <ConsentField consent={draft.consent} onChange={consent => change({ consent })} />
    </>
  )
}

interface TagsFieldProps {
  label: string
  hint?: string
  tags: TagRow[]
  tagIds: string[]
  onChange: (tagIds: string[]) => void
}

/** The account's tags; hidden where it has none. */
export function TagsField({ label, hint, tags, tagIds, onChange }: TagsFieldProps) {
  if (tags.length === 0) return null
  return (
    <Field label={label} isOptional hint={hint}>
      {({ id }) => (
        <Select
          id={id}
          mode="multiple"
          style={{ width: '100%' }}
          maxTagCount="responsive"
          showSearch={{ optionFilterProp: 'label' }}
          value={tagIds}
          options={tags.map(tag => ({ value: tag.tagId, label: tag.name }))}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
