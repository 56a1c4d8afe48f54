import { Checkbox, Input, Radio, Select, Switch } from 'antd'
import { useState } from 'react'
import { robotKinds } from '#contract/alert/alert-receiver.ts'
import { systemAlertKinds } from '#contract/home/system-alert.ts'
import { adminOnCallCalls, repeatChoices } from '#contract/on-call/admin-on-call.ts'
import { Field } from '#ui/form/Field.tsx'
import { FieldDrawer } from '#ui/form/FieldDrawer.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import style from './OnCall.module.css'
import { onCallAnswers, type Receiver, receiverKindNames, repeatText } from './on-call.ts'

const allKinds = keysOf(systemAlertKinds)
const firstDraft = { kind: 'wecom', name: '', url: '', secret: '', email: '', alertKinds: allKinds, repeatMinutes: 30, isOn: true } as const

const draftOf = (receiver: Receiver | null) => ({ ...firstDraft, ...receiver, url: '', secret: '', email: '' })
type Draft = ReturnType<typeof draftOf>

/** A receiver: where notices go (fixed once it is added), which, and how often. */
export function ReceiverForm({ receiver, onClose }: { receiver: Receiver | null; onClose: () => void }) {
  const first = draftOf(receiver)
  const [draft, setDraft] = useState<Draft>(first)
  const [isTried, setTried] = useState(false)
  const { act, parsed, save } = useSave(receiver, draft, onClose)
  const edit = (next: Partial<Draft>) => setDraft({ ...draft, ...next })
  const problemOf = (field: string) =>
    (isTried && !parsed.success ? parsed.error.issues.find(issue => issue.path[0] === field)?.message : null) ??
    act.error?.fields[field] ??
    null
  return (
    <FieldDrawer
      title={receiver ? `修改“${receiver.name}”` : '添加接收方'}
      okText={receiver ? '保存' : '添加'}
      onSave={() => {
        setTried(true)
        save()
      }}
      isSaving={act.isPending}
      isUnsaved={JSON.stringify(draft) !== JSON.stringify(first)}
      error={act.error}
      onClose={onClose}
    >
      {receiver ? null : <AddressFields draft={draft} edit={edit} problemOf={problemOf} />}
      <Field label="名称" error={problemOf('name')} count={{ length: draft.name.trim().length, most: limits.onCallNameCharacters }}>
        {control => (
          <Input {...control} placeholder="例如：值班群" value={draft.name} onChange={event => edit({ name: event.target.value })} />
        )}
      </Field>
      <Field label="告警" isGroup error={problemOf('alertKinds')}>
        {() => (
          <Checkbox.Group className={style.kinds} value={[...draft.alertKinds]} onChange={alertKinds => edit({ alertKinds })}>
            {allKinds.map(kind => (
              <Checkbox key={kind} value={kind}>
                {systemAlertKinds[kind].name}
                <small>{systemAlertKinds[kind].about}</small>
              </Checkbox>
            ))}
          </Checkbox.Group>
        )}
      </Field>
      <Field label="未恢复时" hint="发生和恢复各通知一次。一分钟内自己恢复的不通知。">
        {control => (
          <Select
            {...control}
            value={draft.repeatMinutes}
            options={repeatChoices.map(value => ({ value, label: repeatText(value) }))}
            onChange={repeatMinutes => edit({ repeatMinutes })}
          />
        )}
      </Field>
      {receiver ? (
        <Field label="启用" hint="停用后不再发送，设置会保留。">
          {control => <Switch {...control} checked={draft.isOn} onChange={isOn => edit({ isOn })} />}
        </Field>
      ) : null}
    </FieldDrawer>
  )
}

interface AddressProps {
  draft: Draft
  edit: (next: Partial<Draft>) => void
  problemOf: (field: string) => string | null
}

/** Where the notices go. The whole address of a robot is never shown again. */
function AddressFields({ draft, edit, problemOf }: AddressProps) {
  const robot = draft.kind === 'email' ? null : robotKinds[draft.kind]
  return (
    <>
      <Field label="方式" isGroup hint={robot ? `在群里：${robot.about}` : '由平台的发信服务器发出'}>
        {() => (
          <Radio.Group value={draft.kind} options={optionsOf(receiverKindNames)} onChange={event => edit({ kind: event.target.value })} />
        )}
      </Field>
      {robot ? (
        <>
          <Field label="Webhook地址" error={problemOf('url')} hint={`以 https://${robot.host}/ 开头，加密保存`}>
            {control => <Input {...control} autoComplete="off" value={draft.url} onChange={event => edit({ url: event.target.value })} />}
          </Field>
          {draft.kind === 'wecom' ? null : (
            <Field label="签名密钥" isOptional hint="平台安全设置里的“加签”或“签名校验”密钥">
              {control => (
                <Input {...control} autoComplete="off" value={draft.secret} onChange={event => edit({ secret: event.target.value })} />
              )}
            </Field>
          )}
        </>
      ) : (
        <Field label="邮箱" error={problemOf('email')}>
          {control => <Input {...control} type="email" value={draft.email} onChange={event => edit({ email: event.target.value })} />}
        </Field>
      )}
    </>
  )
}

/** The call for what is entered, and its check. */
function useSave(receiver: Receiver | null, draft: Draft, onClose: () => void) {
  const done = { invalidates: onCallAnswers, onClose }
  const addRobot = useDialogAct(adminOnCallCalls.addRobot, { ...done, done: '接收方已添加，请用“测试”确认能收到' })
  const addMail = useDialogAct(adminOnCallCalls.addMail, { ...done, done: '接收方已添加，请用“测试”确认能收到' })
  const change = useDialogAct(adminOnCallCalls.change, { ...done, done: '接收方已保存' })
  const { name, repeatMinutes, isOn, kind } = draft
  const choice = { name, alertKinds: [...draft.alertKinds], repeatMinutes }
  if (receiver) {
    const input = { receiverId: receiver.receiverId, ...choice, isOn }
    const parsed = adminOnCallCalls.change.input.safeParse(input)
    return { act: change, parsed, save: () => parsed.success && change.mutate(input) }
  }
  if (kind === 'email') {
    const input = { ...choice, email: draft.email.trim() }
    const parsed = adminOnCallCalls.addMail.input.safeParse(input)
    return { act: addMail, parsed, save: () => parsed.success && addMail.mutate(input) }
  }
  const input = { ...choice, kind, url: draft.url.trim(), secret: draft.secret.trim() || null }
  const parsed = adminOnCallCalls.addRobot.input.safeParse(input)
  return { act: addRobot, parsed, save: () => parsed.success && addRobot.mutate(input) }
}
