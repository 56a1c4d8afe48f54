import { Input } from 'antd'
import { useState } from 'react'
import { type AppDetail, appCalls, appNameRule, appNoteRule } from '#contract/apps/app.ts'
import { useAct } from '#ui/call.ts'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { limits } from '#values/limits.ts'
import { appAnswers } from './apps.ts'

/** Name and purpose of an app. */
export function RenameDialog({ app, onClose }: { app: AppDetail; onClose: () => void }) {
  const [name, setName] = useState(app.name)
  const [note, setNote] = useState(app.note)
  const rename = useAct(appCalls.rename, { invalidates: appAnswers, onDone: onClose })
  const wrong = { name: ruleMessage(appNameRule, name), note: ruleMessage(appNoteRule, note) }
  const save = () => {
    if (wrong.name === null && wrong.note === null) rename.mutate({ appId: app.appId, name, note })
  }
  return (
    <Dialog open title="改名" okText="保存" cancelText="返回" confirmLoading={rename.isPending} onOk={save} onCancel={onClose}>
      <Field
        label="名称"
        error={wrong.name ?? rename.error?.fields.name}
        count={{ length: name.trim().length, most: limits.appNameCharacters }}
      >
        {control => <Input {...control} value={name} onChange={event => setName(event.target.value)} />}
      </Field>
      <Field label="说明" isOptional error={wrong.note} count={{ length: note.trim().length, most: limits.appNoteCharacters }}>
        {control => <Input.TextArea {...control} rows={2} value={note} onChange={event => setNote(event.target.value)} />}
      </Field>
      <FormRefusal error={rename.error} />
    </Dialog>
  )
}
