import { App, Input, Modal } from 'antd'
import { useState } from 'react'
import { contactNameRule, phonebookCalls } from '#contract/phonebook.ts'
import { limits } from '#values/limits.ts'
import { parsePhone } from '#values/phone.ts'
import { useAct } from '../../call.ts'
import { useMay } from '../../session.ts'
import { Field } from '../../ui/Field.tsx'
import { FormRefusal } from '../../ui/FormRefusal.tsx'
import { ruleMessage } from '../../ui/form-rules.ts'
import { type ContactRow, phonebookAnswers, phoneProblem } from './phonebook.ts'

/** Changes name and number; the number only for those who see it whole. */
export function EditDialog({ row, onClose }: { row: ContactRow; onClose: () => void }) {
  const { message } = App.useApp()
  const maySeeWhole = useMay('message.reveal')
  const [phone, setPhone] = useState(row.phone)
  const [name, setName] = useState(row.name)
  const edit = useAct(phonebookCalls.edit, {
    invalidates: phonebookAnswers,
    onDone: () => {
      void message.success('已保存')
      onClose()
    },
  })
  const phoneError = maySeeWhole ? phoneProblem(phone) : null
  const nameError = ruleMessage(contactNameRule, name)
  const save = () => {
    if (phoneError !== null || nameError !== null) return
    const parsed = parsePhone(phone)
    edit.mutate({ contactId: row.contactId, name, ...(maySeeWhole && 'phone' in parsed ? { phone: parsed.phone } : {}) })
  }
  return (
    <Modal open title="编辑联系人" okText="保存" cancelText="返回" confirmLoading={edit.isPending} onOk={save} onCancel={onClose}>
      <Field
        label="手机号"
        error={phoneError ?? edit.error?.fields.phone ?? null}
        hint={maySeeWhole ? null : '您没有“查看完整号码”的权限，只能修改姓名'}
      >
        {control => (
          <Input
            {...control}
            inputMode="tel"
            disabled={!maySeeWhole}
            value={phone}
            onChange={event => setPhone(event.target.value)}
            onPressEnter={save}
          />
        )}
      </Field>
      <Field label="姓名" isOptional error={nameError} count={{ length: name.trim().length, most: limits.contactNameCharacters }}>
        {control => <Input {...control} value={name} onChange={event => setName(event.target.value)} onPressEnter={save} />}
      </Field>
      <FormRefusal error={edit.error} />
    </Modal>
  )
}
