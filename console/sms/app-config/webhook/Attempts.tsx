import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { type PushAttempt, type Webhook, webhookCalls } from '#contract/push/webhook.ts'
import { useCall, useListCall } from '#ui/call.ts'
import { Count } from '#ui/display/Count.tsx'
import { Facts } from '#ui/display/Facts.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { type PlainColumn, PlainTable } from '#ui/display/PlainTable.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import { outcomeTags } from '../../../shared/labels/push.ts'
import { CodeBlock } from '../../app-manage/CodeBlock.tsx'
import { CursorBar } from './CursorBar.tsx'
import style from './Webhook.module.css'

type Which = 'all' | 'failed' | 'delivered'
const choices: { value: Which; label: string }[] = [
  { value: 'all', label: '全部' },
  { value: 'failed', label: '失败' },
  { value: 'delivered', label: '成功' },
]

const columnsOf = (onOpen: (attempt: PushAttempt) => void): PlainColumn<PushAttempt>[] => [
  { title: '时间', render: row => <Moment at={row.at} /> },
  {
    title: '结果',
    render: row => (
      <StateTag tone={outcomeTags[row.outcome].tone}>
        {outcomeTags[row.outcome].name}
        {row.isTest ? '（测试）' : ''}
      </StateTag>
    ),
  },
  { title: '状态码', isNumber: true, render: row => row.httpStatus ?? '–' },
  { title: '事件', isNumber: true, render: row => (row.isTest ? '–' : <Count count={row.eventCount} unit="个" />) },
  { title: '耗时', isNumber: true, render: row => <Count count={row.elapsedMs} unit="毫秒" /> },
  {
    title: '',
    render: row => (
      <Button type="link" size="small" onClick={() => onOpen(row)}>
        详情
      </Button>
    ),
  },
]

/** 推送日志: each request with its outcome, paged. */
export function Attempts({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [which, setWhich] = useState<Which>('all')
  const [cursors, setCursors] = useState<string[]>([])
  const [opened, setOpened] = useState<PushAttempt | null>(null)
  const cursor = cursors.at(-1)
  const { data, error, refetch } = useListCall(
    webhookCalls.attempts,
    {
      webhookId: webhook.webhookId,
      ...(which === 'all' ? {} : { outcome: which }),
      ...(cursor ? { cursor } : {}),
      limit: 20,
    },
    { refetchInterval: 5_000, staleTimeMs: 0 },
  )
  return (
    <DetailDrawer onClose={onClose} title="推送日志">
      <div className={style.stack}>
        <div className={`${layout.line} ${layout.spread}`}>
          <Segmented
            aria-label="结果"
            options={choices}
            value={which}
            onChange={value => {
              setWhich(value)
              setCursors([])
            }}
          />
          <span className={style.note}>保留{limits.deliveryLogDays}天</span>
        </div>
        {error && !data ? <ErrorPanel title="推送日志没能加载" error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <PageSkeleton /> : null}
        {opened ? <AttemptDetail attempt={opened} /> : null}
        {data ? (
          <PlainTable
            label="推送日志"
            columns={columnsOf(setOpened)}
            rows={data.rows}
            rowKey={row => row.attemptId}
            emptyText="还没有推送。可先用“测试”推送一个事件。"
            {...(opened ? { current: opened.attemptId } : {})}
          />
        ) : null}
        {data ? <CursorBar cursors={cursors} next={data.nextCursor} onChange={setCursors} /> : null}
      </div>
    </DetailDrawer>
  )
}

/** The events in one request. */
function AttemptDetail({ attempt }: { attempt: PushAttempt }) {
  const { data, error, refetch } = useCall(webhookCalls.attempt, { attemptId: attempt.attemptId })
  if (error && !data) return <ErrorPanel title="内容没能加载" error={error} onRetry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  const missing = data.eventCount - data.events.length
  return (
    <section className={style.stack} aria-label="推送内容">
      <Facts
        facts={[
          ['推送编号', attempt.attemptId],
          ['建议', outcomeTags[attempt.outcome].advice || null],
          ['内容', data.isTest ? '测试事件，不保留内容' : missing > 0 ? `${missing}个事件已不再保留` : null],
        ]}
      />
      {data.events.length > 0 ? <CodeBlock name="事件" code={JSON.stringify(data.events, null, 2)} isPlain /> : null}
    </section>
  )
}
