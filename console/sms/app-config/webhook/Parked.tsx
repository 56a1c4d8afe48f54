import { App, Button } from 'antd'
import { useState } from 'react'
import { eventKinds } from '#contract/push/push.ts'
import { type DeadLetter, type Webhook, webhookCalls } from '#contract/push/webhook.ts'
import { useAct, useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { type PlainColumn, PlainTable } from '#ui/display/PlainTable.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { limits } from '#values/limits.ts'
import { useMay } from '../../../session.ts'
import { CursorBar } from './CursorBar.tsx'
import style from './Webhook.module.css'
import { webhookAnswers } from './webhooks.ts'

/** 未送达: dead letters, events whose retries are exhausted, and their redelivery. */
export function Parked({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { message } = App.useApp()
  const mayWrite = useMay('app.write')
  const [cursors, setCursors] = useState<string[]>([])
  const cursor = cursors.at(-1)
  const { webhookId } = webhook
  const { data, error, refetch } = useListCall(
    webhookCalls.parked,
    { webhookId, ...(cursor ? { cursor } : {}), limit: 20 },
    { refetchInterval: 5_000, staleTimeMs: 0 },
  )
  const redeliver = useAct(webhookCalls.redeliver, {
    invalidates: webhookAnswers,
    onDone: ({ eventCount }) => void message.success(`${eventCount.toLocaleString('zh-CN')}个事件开始重新推送`),
  })
  const refused = webhook.state === 'enabled' ? null : '请先启用这个回调地址'
  const columns: PlainColumn<DeadLetter>[] = [
    { title: '事件', render: row => eventKinds[row.kind] },
    { title: '内容', render: row => row.summary },
    { title: '发生于', render: row => <Moment at={row.at} /> },
    { title: '已尝试', isNumber: true, render: row => `${row.attemptCount}次` },
    {
      title: '',
      render: row =>
        mayWrite ? (
          <Button
            type="link"
            size="small"
            disabled={refused !== null}
            title={refused ?? undefined}
            onClick={() => redeliver.mutate({ webhookId, eventIds: [row.eventId] })}
          >
            重推
          </Button>
        ) : null,
    },
  ]
  return (
    <DetailDrawer
      onClose={onClose}
      title="未送达的事件"
      actions={
        mayWrite && (data?.rows.length ?? 0) > 0 ? (
          <Button
            type="primary"
            disabled={refused !== null}
            title={refused ?? undefined}
            loading={redeliver.isPending}
            onClick={() => redeliver.mutate({ webhookId, eventIds: null })}
          >
            全部重新推送
          </Button>
        ) : null
      }
    >
      <div className={style.stack}>
        <p className={style.note}>
          重试用完或地址停用时还没有送达的事件，保留{limits.parkedEventDays}天。{refused ? `${refused}，再重新推送。` : ''}
        </p>
        <FormRefusal error={redeliver.error} />
        {error && !data ? <ErrorPanel title="未送达的事件没能加载" error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <PageSkeleton /> : null}
        {data ? (
          <PlainTable label="未送达的事件" columns={columns} rows={data.rows} rowKey={row => row.eventId} emptyText="没有未送达的事件。" />
        ) : null}
        {data ? <CursorBar cursors={cursors} next={data.nextCursor} onChange={setCursors} /> : null}
      </div>
    </DetailDrawer>
  )
}
