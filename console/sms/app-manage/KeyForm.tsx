import { Checkbox, Input, Radio } from 'antd'
import { useState } from 'react'
import { type AppDetail, appCalls, keyNoteRule, overlapHours } from '#contract/apps/app.ts'
import { scopes as everyScope, type Scope, scopeNames } from '#contract/apps/app-labels.ts'
import { useAct } from '#ui/call.ts'
import { Field } from '#ui/form/Field.tsx'
import { FieldDrawer } from '#ui/form/FieldDrawer.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import style from './AppManage.module.css'
import { appAnswers, type OneTimeSecret } from './apps.ts'
import type { KeyTask } from './Keys.tsx'

const titles = { create: '创建密钥', rotate: '轮换密钥', change: '修改权限' } as const
const submits = { create: '创建', rotate: '生成新密钥', change: '保存' } as const
const hourNames: Record<(typeof overlapHours)[number], string> = { 1: '1小时后', 24: '1天后', 168: '7天后' }

interface KeyFormProps {
  app: AppDetail
  task: KeyTask
  onClose: () => void
  onMade: (secret: OneTimeSecret) => void
}

/** Scopes and purpose of a key; for a rotation also the remaining time of the old one. */
export function KeyForm({ app, task, onClose, onMade }: KeyFormProps) {
  const old = task.kind === 'create' ? null : task.key
  const [scopes, setScopes] = useState<Scope[]>(old?.scopes ?? [...everyScope])
  const [note, setNote] = useState(task.kind === 'rotate' ? '' : (old?.note ?? ''))
  const [hours, setHours] = useState<number | null>(24)
  const create = useAct(appCalls.createKey, { invalidates: appAnswers, onDone: onMade })
  const change = useAct(appCalls.changeKey, { invalidates: appAnswers, onDone: onClose })
  const wrong = { note: ruleMessage(keyNoteRule, note), scopes: scopes.length === 0 ? '请至少选择一项权限' : null }
  const save = () => {
    if (wrong.note !== null || wrong.scopes !== null) return
    const input = { appId: app.appId, scopes, note }
    if (task.kind === 'change') change.mutate({ ...input, accessKeyId: task.key.accessKeyId })
    else create.mutate({ ...input, ...(task.kind === 'rotate' ? { replaces: { accessKeyId: task.key.accessKeyId, hours } } : {}) })
  }
  return (
    <FieldDrawer
      title={titles[task.kind]}
      okText={submits[task.kind]}
      onSave={save}
      isSaving={create.isPending || change.isPending}
      error={create.error ?? change.error}
      onClose={onClose}
    >
      {task.kind === 'rotate' ? (
        <>
          <p className={layout.lead}>生成一个新密钥，和 {task.key.accessKeyId} 同时有效。把程序换成新密钥后，旧密钥停用。</p>
          <Field label="旧密钥停用" isGroup>
            {() => (
              <Radio.Group
                value={hours}
                onChange={event => setHours(event.target.value)}
                options={[
                  ...overlapHours.map(value => ({ value, label: hourNames[value] })),
                  { value: null as unknown as number, label: '我来停用' },
                ]}
              />
            )}
          </Field>
        </>
      ) : null}
      <Field label="权限" isGroup error={wrong.scopes} hint="没有勾选的接口会拒绝这个密钥。只发短信的程序，只勾选“发送短信”更安全。">
        {() => (
          <Checkbox.Group
            className={style.scopes}
            value={scopes}
            onChange={setScopes}
            options={everyScope.map(scope => ({ value: scope, label: scopeNames[scope] }))}
          />
        )}
      </Field>
      <Field
        label="用途"
        isOptional
        error={wrong.note}
        hint="例如：生产服务器"
        count={{ length: note.trim().length, most: limits.appNameCharacters }}
      >
        {control => <Input {...control} value={note} onChange={event => setNote(event.target.value)} />}
      </Field>
    </FieldDrawer>
  )
}
