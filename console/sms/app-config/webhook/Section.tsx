import { Button } from 'antd'
import { useState } from 'react'
import type { AppDetail } from '#contract/apps/app.ts'
import { type Webhook, webhookCalls } from '#contract/push/webhook.ts'
import { useCall } from '#ui/call.ts'
import { Panel } from '#ui/display/Panel.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import { useMay } from '../../../session.ts'
import { Attempts } from './Attempts.tsx'
import { Parked } from './Parked.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { TestDrawer } from './TestDrawer.tsx'
import style from './Webhook.module.css'
import { WebhookCard } from './WebhookCard.tsx'
import { WebhookForm } from './WebhookForm.tsx'

/** The open task of a webhook. */
export type WebhookTask = { kind: 'change' | 'test' | 'attempts' | 'parked'; webhook: Webhook }

/** 回调: webhooks, their delivery state, and dead letters. */
export function Section({ app }: { app: AppDetail }) {
  const [task, setTask] = useState<WebhookTask | { kind: 'add' } | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const mayWrite = useMay('app.write')
  const { data, error, refetch } = useCall(webhookCalls.list, { appId: app.appId }, { refetchInterval: 10_000, staleTimeMs: 0 })
  const close = () => setTask(null)
  const showSecret = (made: string) => {
    setTask(null)
    setSecret(made)
  }
  return (
    <Panel
      title="回调"
      note={`状态报告、上行短信等事件发生后推送到您的地址，至少一次；失败后按1、5、10、30、60分钟，2、6、12、24小时重试，${limits.webhookHours}小时后转为未送达，可重新推送。`}
      action={
        mayWrite ? (
          <Button
            type="primary"
            disabled={(data?.rows.length ?? 0) >= limits.webhooks}
            title={(data?.rows.length ?? 0) >= limits.webhooks ? `最多${limits.webhooks}个回调地址` : undefined}
            onClick={() => setTask({ kind: 'add' })}
          >
            添加回调地址
          </Button>
        ) : null
      }
    >
      {error && !data ? <ErrorPanel title="回调地址没能加载" error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <PageSkeleton /> : null}
      {data ? (
        <div className={style.stack}>
          {data.rows.length === 0 ? (
            <p className={style.note}>还没有回调地址。没有地址接收的状态报告和上行短信保留{limits.pullHours}小时，可用接口主动拉取。</p>
          ) : null}
          <ul className={`${layout.list} ${layout.stack12}`}>
            {data.rows.map(webhook => (
              <WebhookCard key={webhook.webhookId} webhook={webhook} onTask={setTask} onSecret={setSecret} />
            ))}
          </ul>
          {data.pullCount > 0 ? <p className={style.note}>另有{data.pullCount.toLocaleString('zh-CN')}个事件等待接口拉取。</p> : null}
        </div>
      ) : null}
      {task?.kind === 'add' ? <WebhookForm appId={app.appId} taken={data?.rows ?? []} onClose={close} onMade={showSecret} /> : null}
      {task?.kind === 'change' ? (
        <WebhookForm appId={app.appId} webhook={task.webhook} taken={data?.rows ?? []} onClose={close} onMade={showSecret} />
      ) : null}
      {task?.kind === 'test' ? <TestDrawer webhook={task.webhook} onClose={close} /> : null}
      {task?.kind === 'attempts' ? <Attempts webhook={task.webhook} onClose={close} /> : null}
      {task?.kind === 'parked' ? <Parked webhook={task.webhook} onClose={close} /> : null}
      {secret === null ? null : <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </Panel>
  )
}
