import { Button, Input, Space } from 'antd'
import { useState } from 'react'
import { WholePhone } from '#console/shared/WholePhone.tsx'
import { blacklistSources } from '#contract/blacklist/blacklist.ts'
import { consentKinds, phonebookCalls } from '#contract/recipients/phonebook.ts'
import { useAct, useCall } from '#ui/call.ts'
import { Facts } from '#ui/display/Facts.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FieldDrawer } from '#ui/form/FieldDrawer.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { carrierNames, parsePhone } from '#values/phone.ts'
import { useMay } from '../../session.ts'
import { ContactFields, isDraftFit } from './ContactFields.tsx'
import { type ContactRow, type FieldRow, phonebookAnswers, phoneProblem, type TagRow } from './phonebook.ts'
import { Subscription } from './Subscription.tsx'
import { Tags } from './Tags.tsx'

interface ContactDrawerProps {
  contactId: string
  tags: TagRow[]
  fields: FieldRow[]
  isEditing: boolean
  onEdit: (isEditing: boolean) => void
  onClose: () => void
}

/** A contact with all its facts, and its form. */
export function ContactDrawer({ contactId, tags, fields, isEditing, onEdit, onClose }: ContactDrawerProps) {
  const query = useCall(phonebookCalls.one, { contactId })
  const mayWrite = useMay('phonebook.write')
  const contact = query.data
  if (isEditing && contact && mayWrite)
    return <EditForm key={contactId} contact={contact} tags={tags} fields={fields} onClose={() => onEdit(false)} />
  return (
    <DetailDrawer
      onClose={onClose}
      title="联系人"
      query={query}
      actions={
        mayWrite && contact ? (
          <Button type="primary" onClick={() => onEdit(true)}>
            编辑
          </Button>
        ) : null
      }
    >
      {one => (
        <>
          <Facts
            facts={[
              ['手机号', <WholePhone key="phone" call={phonebookCalls.reveal} of={{ contactId: one.contactId }} phone={one.phone} />],
              ['姓名', one.name || '–'],
              ['分组', one.groupName],
              ['同一号码还在', one.otherGroupNames.length > 0 ? one.otherGroupNames.join('、') : null],
              ['运营商', one.carrier ? carrierNames[one.carrier] : '号段未启用'],
              ['归属地', one.province ?? '–'],
              ['订阅状态', <Subscription key="state" blockedBy={one.blockedBy} />],
              ['最近发送', <Moment key="last" at={one.lastMessageAt} />],
              ['加入时间', <Moment key="made" at={one.createdAt} />],
              ...fields.map(({ fieldKey, name }): [string, string] => [name, one.fields[fieldKey] ?? '–']),
            ]}
          />
          <Facts
            facts={[
              ['标签', one.tagIds.length > 0 ? <Tags key="tags" tagIds={one.tagIds} tags={tags} /> : '–'],
              ['同意接收推广', <ConsentText key="consent" consent={one.consent} />],
              ['备注', one.remark || '–'],
            ]}
          />
          {one.blockedBy && one.blockedBy !== 'platform' ? (
            <p>号码在黑名单中（{blacklistSources[one.blockedBy]}），不会收到推广短信。</p>
          ) : null}
        </>
      )}
    </DetailDrawer>
  )
}

function ConsentText({ consent }: { consent: ContactRow['consent'] }) {
  if (!consent) return <StateTag tone="waiting">没有登记</StateTag>
  return (
    <>
      {consentKinds[consent.kind]}
      {consent.note ? `：${consent.note}` : ''} {consent.at ? <Moment at={consent.at} /> : null}
    </>
  )
}

function EditForm({ contact, tags, fields, onClose }: { contact: ContactRow; tags: TagRow[]; fields: FieldRow[]; onClose: () => void }) {
  const reveal = useAct(phonebookCalls.reveal, { onDone: whole => setPhone(whole.phone) })
  const mayReveal = useMay('message.reveal')
  const { name, remark, consent, tagIds } = contact
  const first = { name, remark, consent, tagIds, fields: contact.fields }
  const [draft, setDraft] = useState(first)
  const [phone, setPhone] = useState(contact.phone)
  // A number is edited only after it was revealed.
  const whole = reveal.data?.phone
  const isUnsaved = (whole !== undefined && phone !== whole) || JSON.stringify(draft) !== JSON.stringify(first)
  const edit = useDialogAct(phonebookCalls.edit, { invalidates: phonebookAnswers, done: '已保存', onClose })
  const phoneError = whole === undefined ? null : phoneProblem(phone)
  const save = () => {
    if (phoneError !== null || !isDraftFit(draft)) return
    const parsed = parsePhone(phone)
    edit.mutate({ contactId: contact.contactId, ...draft, ...(whole !== undefined && 'phone' in parsed ? { phone: parsed.phone } : {}) })
  }
  return (
    <FieldDrawer title="编辑联系人" onSave={save} isSaving={edit.isPending} isUnsaved={isUnsaved} error={edit.error} onClose={onClose}>
      <Field
        label="手机号"
        error={phoneError ?? edit.error?.fields.phone ?? reveal.error?.message ?? null}
        hint={mayReveal ? null : '您没有“查看完整号码”的权限，只能修改其他内容'}
      >
        {control => (
          <Space.Compact block>
            <Input
              {...control}
              inputMode="tel"
              disabled={whole === undefined}
              value={phone}
              onChange={event => setPhone(event.target.value)}
            />
            {mayReveal && whole === undefined ? (
              <Button loading={reveal.isPending} onClick={() => reveal.mutate({ contactId: contact.contactId })}>
                显示并修改
              </Button>
            ) : null}
          </Space.Compact>
        )}
      </Field>
      <ContactFields draft={draft} onChange={setDraft} tags={tags} fields={fields} />
    </FieldDrawer>
  )
}
