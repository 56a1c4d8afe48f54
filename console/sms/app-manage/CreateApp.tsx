import { Input, Radio } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { appCalls, appNameRule, appNoteRule } from '#contract/apps/app.ts'
import type { AppKind } from '#contract/apps/app-labels.ts'
import { useAct } from '#ui/call.ts'
import { Field } from '#ui/form/Field.tsx'
import { FieldDrawer } from '#ui/form/FieldDrawer.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { limits } from '#values/limits.ts'
import { pathTo } from '../../paths.ts'
import { appAnswers } from './apps.ts'
import { showSecret } from './one-time-secret.ts'
import { SecretDialog } from './SecretDialog.tsx'

/** 创建应用: name, kind, and then its first key. */
export function CreateApp({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [note, setNote] = useState('')
  const [kind, setKind] = useState<AppKind>('production')
  const [isTried, setTried] = useState(false)
  const navigate = useNavigate()
  const create = useAct(appCalls.create, { invalidates: appAnswers })
  const wrong = { name: ruleMessage(appNameRule, name), note: ruleMessage(appNoteRule, note) }
  const save = () => {
    setTried(true)
    if (wrong.name === null && wrong.note === null) create.mutate({ name, note, kind })
  }
  const made = create.data
  if (made)
    return (
      <SecretDialog
        secret={made}
        onClose={() => {
          showSecret(made)
          void navigate(pathTo('/sms/app-manage', { id: made.appId, tab: 'sample' }))
        }}
      />
    )
  return (
    <FieldDrawer title="创建应用" okText="创建并生成密钥" onSave={save} isSaving={create.isPending} error={create.error} onClose={onClose}>
      <Field
        label="名称"
        error={isTried ? (wrong.name ?? create.error?.fields.name) : null}
        hint="例如：商城订单系统"
        count={{ length: name.trim().length, most: limits.appNameCharacters }}
      >
        {control => <Input {...control} autoFocus value={name} onChange={event => setName(event.target.value)} />}
      </Field>
      <Field
        label="类型"
        isGroup
        hint={
          kind === 'test'
            ? '不发送、不计费、不计入统计；发给19900000001等特殊号码，可以得到送达、失败、无回执等各种结果。'
            : '真实发送，按送达计费。创建后不能改为测试。'
        }
      >
        {() => (
          <Radio.Group
            value={kind}
            onChange={event => setKind(event.target.value)}
            options={[
              { value: 'production', label: '生产应用' },
              { value: 'test', label: '测试应用' },
            ]}
          />
        )}
      </Field>
      <Field
        label="说明"
        isOptional
        error={isTried ? wrong.note : null}
        count={{ length: note.trim().length, most: limits.appNoteCharacters }}
      >
        {control => <Input.TextArea {...control} rows={2} value={note} onChange={event => setNote(event.target.value)} />}
      </Field>
    </FieldDrawer>
  )
}
