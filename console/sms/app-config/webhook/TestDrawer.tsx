import { Button, Select } from 'antd'
import { useState } from 'react'
import { type EventKind, eventKinds } from '#contract/push/push.ts'
import { type Webhook, webhookCalls } from '#contract/push/webhook.ts'
import { useAct } from '#ui/call.ts'
import { Facts } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { State } from '#ui/display/StateTag.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { firstOrThrow } from '#values/or-throw.ts'
import { outcomeTags } from '../../../shared/labels/push.ts'
import { CodeBlock } from '../../app-manage/CodeBlock.tsx'
import style from './Webhook.module.css'
import { webhookAnswers } from './webhooks.ts'

/** Sends a test event and shows the request and its answer. */
export function TestDrawer({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [kind, setKind] = useState<EventKind>(firstOrThrow(webhook.kinds))
  const test = useAct(webhookCalls.test, { invalidates: webhookAnswers })
  const { data } = test
  return (
    <DetailDrawer onClose={onClose} title="测试推送">
      <div className={style.stack}>
        <Field label="事件">
          {control => (
            <Select
              {...control}
              value={kind}
              onChange={setKind}
              options={webhook.kinds.map(one => ({ value: one, label: eventKinds[one] }))}
            />
          )}
        </Field>
        <div>
          <Button type="primary" loading={test.isPending} onClick={() => test.mutate({ webhookId: webhook.webhookId, kind })}>
            推送测试事件
          </Button>
        </div>
        <FormRefusal error={test.error} />
        {data ? (
          <section className={style.stack} aria-label="测试结果" aria-live="polite">
            <Facts
              facts={[
                fact('结果', <State tag={outcomeTags[data.outcome]} />),
                ['状态码', data.httpStatus ?? '没有应答'],
                ['耗时', `${data.elapsedMs}毫秒`],
                ['建议', outcomeTags[data.outcome].advice || null],
              ]}
            />
            <CodeBlock name="请求" code={requestText(data.request)} isPlain />
          </section>
        ) : null}
      </div>
    </DetailDrawer>
  )
}

function requestText({ url, headers, body }: { url: string; headers: Record<string, string>; body: string }): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`POST ${url}`, ...lines, '', readable(body)].join('\n')
}

/** Formats JSON; other text stays as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
