import { App, Button, Input, Popconfirm, Select } from 'antd'
import { useState } from 'react'
import { accountProfileCalls, contactRules } from '#contract/account/attestation.ts'
import { useAct } from '#ui/call.ts'
import { Panel } from '#ui/display/Panel.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { optionsOf } from '#ui/form/options.ts'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import layout from '#ui/theme/layout.module.css'
import { maskPhone } from '#values/phone.ts'
import { useMay } from '../../../../session.ts'
import { contactRoleNames } from '../../../../shared/labels/account.ts'
import style from '../Attestation.module.css'
import type { Profile } from '../attestation.ts'

type Contact = Profile['contacts'][number]
const answers = [accountProfileCalls.profile]
const empty: Contact = { contactPersonId: '', role: 'operations', name: '', phone: '', email: '' }

/** Contact persons by subject: as many as the attestation permits. */
export function Contacts({ profile: { contacts, contactLimit } }: { profile: Profile }) {
  const { message } = App.useApp()
  const mayWrite = useMay('account.write')
  const [edited, setEdited] = useState<Contact | null>(null)
  const remove = useAct(accountProfileCalls.removeContact, { invalidates: answers, onDone: () => void message.success('联系人已删除') })
  const isFull = contacts.length >= contactLimit
  return (
    <Panel
      title={`联系人（${contacts.length}/${contactLimit}）`}
      note="余额、到期、投诉等事项，客服会联系他们。"
      action={
        mayWrite ? (
          <Button disabled={isFull} title={isFull ? `最多${contactLimit}个联系人` : undefined} onClick={() => setEdited(empty)}>
            添加联系人
          </Button>
        ) : null
      }
    >
      {contacts.length === 0 ? <p className={layout.lead}>还没有联系人。</p> : null}
      <ul className={`${layout.list} ${style.contacts}`}>
        {contacts.map(contact => (
          <li key={contact.contactPersonId}>
            <span>
              <b>{contact.name}</b>
              <small>
                {contactRoleNames[contact.role]} · {maskPhone(contact.phone)}
                {contact.email ? ` · ${contact.email}` : ''}
              </small>
            </span>
            {mayWrite ? (
              <span>
                <Button type="link" size="small" aria-label={`修改${contact.name}`} onClick={() => setEdited(contact)}>
                  修改
                </Button>
                <Popconfirm
                  title={`删除联系人“${contact.name}”？`}
                  okText="删除"
                  cancelText="返回"
                  onConfirm={() => remove.mutate({ contactPersonId: contact.contactPersonId })}
                >
                  <Button type="link" danger size="small" aria-label={`删除${contact.name}`}>
                    删除
                  </Button>
                </Popconfirm>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      <FormRefusal error={remove.error} />
      {edited ? <ContactDialog contact={edited} onClose={() => setEdited(null)} /> : null}
    </Panel>
  )
}

function ContactDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const { message } = App.useApp()
  const [draft, setDraft] = useState(contact)
  const [isTried, setTried] = useState(false)
  const isNew = contact.contactPersonId === ''
  const done = () => {
    void message.success(isNew ? '联系人已添加' : '联系人已修改')
    onClose()
  }
  const add = useAct(accountProfileCalls.addContact, { invalidates: answers, onDone: done })
  const edit = useAct(accountProfileCalls.editContact, { invalidates: answers, onDone: done })
  const act = isNew ? add : edit
  const errorOf = (field: 'name' | 'phone' | 'email') => (isTried ? ruleMessage(contactRules[field], draft[field].trim()) : null)
  const submit = () => {
    setTried(true)
    const { contactPersonId, ...facts } = { ...draft, name: draft.name.trim(), phone: draft.phone.trim(), email: draft.email.trim() }
    if ((['name', 'phone', 'email'] as const).some(field => ruleMessage(contactRules[field], facts[field]) !== null)) return
    if (isNew) add.mutate(facts)
    else edit.mutate({ contactPersonId, ...facts })
  }
  const text = (field: 'name' | 'phone' | 'email', label: string, autoComplete: string) => (
    <Field label={label} isOptional={field === 'email'} error={act.error?.fields[field] ?? errorOf(field)}>
      {control => (
        <Input
          {...control}
          autoComplete={autoComplete}
          value={draft[field]}
          onChange={event => setDraft({ ...draft, [field]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <AskDialog title={isNew ? '添加联系人' : `修改联系人“${contact.name}”`} okText="保存" act={act} onOk={submit} onClose={onClose}>
      <Field label="职责">
        {control => (
          <Select
            {...control}
            aria-label="职责"
            style={{ width: '100%' }}
            value={draft.role}
            options={optionsOf(contactRoleNames)}
            onChange={role => setDraft({ ...draft, role })}
          />
        )}
      </Field>
      {text('name', '姓名', 'name')}
      {text('phone', '手机号', 'tel')}
      {text('email', '邮箱', 'email')}
    </AskDialog>
  )
}
