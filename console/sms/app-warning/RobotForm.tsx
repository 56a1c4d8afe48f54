import { Input, Radio } from 'antd'
import { useState } from 'react'
import { alertReceiverCalls, type RobotKind, robotKinds } from '#contract/alert/alert-receiver.ts'
import { Field } from '#ui/form/Field.tsx'
import { FieldDrawer } from '#ui/form/FieldDrawer.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { limits } from '#values/limits.ts'
import { receiverAnswers } from './alerts.ts'

/** A group chat's robot, by the webhook address of its platform. */
export function RobotForm({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<RobotKind>('wecom')
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [secret, setSecret] = useState('')
  const [isTried, setTried] = useState(false)
  const add = useDialogAct(alertReceiverCalls.addRobot, { invalidates: receiverAnswers, done: '群机器人已添加，请在规则里选用', onClose })
  const input = { kind, name, url: url.trim(), secret: secret.trim() === '' ? null : secret.trim() }
  const parsed = alertReceiverCalls.addRobot.input.safeParse(input)
  const problemOf = (field: string) =>
    (isTried && !parsed.success ? parsed.error.issues.find(issue => issue.path[0] === field)?.message : null) ??
    add.error?.fields[field] ??
    null
  return (
    <FieldDrawer
      title="添加群机器人"
      okText="添加"
      onSave={() => {
        setTried(true)
        if (parsed.success) add.mutate(input)
      }}
      isSaving={add.isPending}
      isUnsaved={name !== '' || url !== ''}
      error={add.error}
      onClose={onClose}
    >
      <Field label="平台" isGroup hint={`在群里：${robotKinds[kind].about}`}>
        {() => <Radio.Group value={kind} options={optionsOf(robotKinds)} onChange={event => setKind(event.target.value)} />}
      </Field>
      <Field label="名称" error={problemOf('name')} count={{ length: name.trim().length, most: limits.alertContactNameCharacters }}>
        {control => <Input {...control} placeholder="例如：值班群" value={name} onChange={event => setName(event.target.value)} />}
      </Field>
      <Field label="Webhook地址" error={problemOf('url')} hint={`以 https://${robotKinds[kind].host}/ 开头`}>
        {control => <Input {...control} autoComplete="off" value={url} onChange={event => setUrl(event.target.value)} />}
      </Field>
      {kind === 'wecom' ? null : (
        <Field label="签名密钥" isOptional hint="平台安全设置里的“加签”或“签名校验”密钥">
          {control => <Input {...control} autoComplete="off" value={secret} onChange={event => setSecret(event.target.value)} />}
        </Field>
      )}
    </FieldDrawer>
  )
}
