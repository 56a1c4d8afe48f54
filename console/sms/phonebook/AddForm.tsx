import { Input, Radio } from 'antd'
import { useState } from 'react'
import { useUndo } from '#console/shared/undo/use-undo.tsx'
import { splitContacts } from '#contract/content/contact-text.ts'
import { phonebookCalls } from '#contract/recipients/phonebook.ts'
import { useAct } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FieldDrawer } from '#ui/form/FieldDrawer.tsx'
import { limits } from '#values/limits.ts'
import { parsePhone } from '#values/phone.ts'
import { ConsentField } from './ConsentField.tsx'
import { ContactFields, emptyDraft, isDraftFit } from './ContactFields.tsx'
import { GroupField } from './GroupField.tsx'
import { useIntoGroup } from './into-group.ts'
import { PasteResultView } from './PasteResultView.tsx'
import { type FieldRow, type GroupRow, phonebookAnswers, phoneProblem, type TagRow } from './phonebook.ts'

const most = limits.pastedContacts
const ways = [
  { value: 'one', label: '填写一个' },
  { value: 'many', label: '粘贴多个' },
]

function pasteProblem(text: string, count: number): string | null {
  if (count > most) return `一次最多${thousands(most)}个，请分几次添加`
  if (text.length > limits.pastedContactsCharacters) return '内容过长，请分几次添加'
  return null
}

interface AddFormProps {
  groups: GroupRow[]
  tags: TagRow[]
  fields: FieldRow[]
  /** Preselected. */
  groupId: string | undefined
  onClose: () => void
}

/** 添加联系人: one by its fields, or many by paste with the result of each row. */
export function AddForm({ groups, tags, fields, groupId, onClose }: AddFormProps) {
  const [way, setWay] = useState('one')
  const group = useIntoGroup(groupId ?? groups[0]?.groupId ?? null)
  const [phone, setPhone] = useState('')
  const [draft, setDraft] = useState(emptyDraft)
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const add = useAct(phonebookCalls.add, { invalidates: phonebookAnswers, onDone: onClose })
  const { offer } = useUndo()
  const paste = useAct(phonebookCalls.paste, {
    invalidates: phonebookAnswers,
    onDone: ({ counts, undoId }) => {
      if (undoId) offer(`已添加 ${thousands(counts.added)} 个、更新 ${thousands(counts.updated)} 个联系人`, undoId)
    },
  })
  const isMany = way === 'many'
  const isUnsaved = (isMany ? text !== '' : phone !== '' || draft !== emptyDraft) && !paste.data && !add.data

  const contactCount = isMany ? splitContacts(text).length : 0
  const textProblem = pasteProblem(text, contactCount)
  const textError = textProblem ?? (isTried && contactCount === 0 ? '请填写手机号' : null)
  const phoneError = isTried ? phoneProblem(phone) : null

  const keep = (into: string) => {
    if (isMany) return paste.mutate({ groupId: into, text, consent: draft.consent })
    const parsed = parsePhone(phone)
    if ('phone' in parsed) add.mutate({ groupId: into, phone: parsed.phone, ...draft })
  }
  const save = () => {
    setTried(true)
    const isWrong = isMany ? textProblem !== null || contactCount === 0 : phoneProblem(phone) !== null || !isDraftFit(draft)
    if (isWrong) return document.getElementById(isMany ? 'contact-text' : 'contact-phone')?.focus()
    if (group.problem !== null) return document.getElementById('phonebook-new-group')?.focus()
    group.into(keep)
  }
  const again = () => {
    setText('')
    setTried(false)
    paste.reset()
  }

  const isPending = group.isPending || add.isPending || paste.isPending
  return (
    <FieldDrawer
      title="添加联系人"
      okText={isMany && contactCount > 0 ? `添加 ${thousands(contactCount)} 个联系人` : '添加'}
      onSave={save}
      isSaving={isPending}
      isUnsaved={isUnsaved}
      error={group.error ?? add.error ?? paste.error}
      onClose={onClose}
      result={paste.data && { view: <PasteResultView result={paste.data} />, onAgain: again }}
    >
      <Field label="方式" isGroup>
        {() => (
          <Radio.Group
            value={way}
            options={ways}
            onChange={event => {
              setWay(event.target.value)
              setTried(false)
            }}
          />
        )}
      </Field>
      <GroupField groups={groups} chosen={group.chosen} error={isTried ? group.problem : null} onChange={group.choose} />
      {isMany ? (
        <>
          <PastedContacts text={text} contactCount={contactCount} error={textError} onChange={setText} />
          <ConsentField consent={draft.consent} onChange={consent => setDraft({ ...draft, consent })} />
        </>
      ) : (
        <>
          <Field label="手机号" id="contact-phone" error={phoneError ?? add.error?.fields.phone ?? null}>
            {control => <Input {...control} autoFocus inputMode="tel" value={phone} onChange={event => setPhone(event.target.value)} />}
          </Field>
          <ContactFields draft={draft} onChange={setDraft} tags={tags} fields={fields} />
        </>
      )}
    </FieldDrawer>
  )
}

interface PastedContactsProps {
  text: string
  contactCount: number
  error: string | null
  onChange: (text: string) => void
}

function PastedContacts({ text, contactCount, error, onChange }: PastedContactsProps) {
  return (
    <Field
      label="手机号和姓名"
      id="contact-text"
      error={error}
      hint="每行一个；姓名可以不填，写在号码前后都行。可以从表格里整列粘贴"
      count={{ length: contactCount, most }}
    >
      {control => (
        <Input.TextArea
          {...control}
          rows={10}
          placeholder={'13800138000 张三\n李四，13900139000\n13700137000'}
          value={text}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
