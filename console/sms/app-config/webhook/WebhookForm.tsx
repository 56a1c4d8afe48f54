import { Checkbox, Input, Radio } from 'antd'
import { useState } from 'react'
import { type EventKind, eventKindNames, eventKinds, type WebhookFormat, webhookFormatNames, webhookFormats } from '#contract/push/push.ts'
import { type Webhook, webhookCalls, webhookUrlProblem } from '#contract/push/webhook.ts'
import { useAct } from '#ui/call.ts'
import { Field } from '#ui/form/Field.tsx'
import { FieldDrawer } from '#ui/form/FieldDrawer.tsx'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import style from './Webhook.module.css'
import { webhookAnswers } from './webhooks.ts'

interface WebhookFormProps {
  appId: string
  /** Unset: a new one. */
  webhook?: Webhook
  /** The app's webhooks: each kind of event goes to only one. */
  taken: readonly Webhook[]
  onClose: () => void
  onMade: (secret: string) => void
}

/** Address, format and kinds of events of a webhook. */
export function WebhookForm({ appId, webhook, taken, onClose, onMade }: WebhookFormProps) {
  const others = taken.filter(one => one.webhookId !== webhook?.webhookId)
  const isFree = (kind: EventKind) => !others.some(other => other.kinds.includes(kind))
  const initial = (['report', 'inbound'] as const).filter(isFree)
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [format, setFormat] = useState<WebhookFormat>(webhook?.format ?? 'hongyan')
  const [kinds, setKinds] = useState<EventKind[]>(webhook?.kinds ?? [...initial])
  const [isTried, setTried] = useState(false)
  const add = useAct(webhookCalls.add, { invalidates: webhookAnswers, onDone: ({ secret }) => onMade(secret) })
  const change = useAct(webhookCalls.change, { invalidates: webhookAnswers, onDone: onClose })
  const known: readonly EventKind[] = webhookFormats[format].kinds
  const chosen = kinds.filter(kind => known.includes(kind))
  const wrong = {
    url: url.trim() === '' ? '请输入回调地址' : webhookUrlProblem(url.trim()),
    kinds: chosen.length === 0 ? '请至少选择一种事件' : null,
  }
  const save = () => {
    setTried(true)
    if (wrong.url !== null || wrong.kinds !== null) return
    const choice = { url: url.trim(), format, kinds: chosen }
    if (webhook) change.mutate({ ...choice, webhookId: webhook.webhookId })
    else add.mutate({ ...choice, appId })
  }
  return (
    <FieldDrawer
      title={webhook ? '修改回调地址' : '添加回调地址'}
      onSave={save}
      isSaving={add.isPending || change.isPending}
      error={add.error ?? change.error}
      onClose={onClose}
    >
      <Field
        label="回调地址"
        error={isTried ? wrong.url : null}
        hint="公网可以访问的 http 或 https 网址。5秒内建立连接、10秒内返回2xx算成功，不跟随跳转。"
        count={{ length: url.trim().length, most: limits.webhookUrlCharacters }}
      >
        {control => (
          <Input
            {...control}
            type="url"
            placeholder="https://example.com/sms/events"
            value={url}
            onChange={event => setUrl(event.target.value)}
          />
        )}
      </Field>
      <Field label="格式" isGroup>
        {() => (
          <Radio.Group className={`${layout.stack8} ${style.format}`} value={format} onChange={event => setFormat(event.target.value)}>
            {webhookFormatNames.map(name => (
              <Radio key={name} value={name}>
                {webhookFormats[name].name}
                <small>{webhookFormats[name].about}</small>
              </Radio>
            ))}
          </Radio.Group>
        )}
      </Field>
      <Field label="事件" isGroup error={isTried ? wrong.kinds : null} hint="一种事件只推送到一个地址。">
        {() => (
          <Checkbox.Group className={layout.stack4} value={chosen} onChange={setKinds}>
            {eventKindNames
              .filter(kind => known.includes(kind))
              .map(kind => (
                <Checkbox key={kind} value={kind} disabled={!isFree(kind)}>
                  {eventKinds[kind]}
                  {isFree(kind) ? '' : '（已由另一个地址接收）'}
                </Checkbox>
              ))}
          </Checkbox.Group>
        )}
      </Field>
    </FieldDrawer>
  )
}
