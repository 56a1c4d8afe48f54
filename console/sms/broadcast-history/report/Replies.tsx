import { Button } from 'antd'
import { useState } from 'react'
import { WholePhone } from '#console/shared/WholePhone.tsx'
import { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import { deliveryCalls } from '#contract/messages/delivery.ts'
import { useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { PlainTable } from '#ui/display/PlainTable.tsx'
import { Label } from '#ui/display/StateTag.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import layout from '#ui/theme/layout.module.css'
import style from './Report.module.css'

const pageSize = 10

/** Replies of its recipients, the latest first. */
export function Replies({ broadcastId }: { broadcastId: string }) {
  const [cursors, setCursors] = useState<string[]>([])
  const cursor = cursors.at(-1)
  const list = useListCall(broadcastCalls.replies, { broadcastId, pageSize, ...(cursor ? { cursor } : {}) })
  const nextCursor = list.data?.nextCursor ?? null
  if (list.error && !list.data) return <ErrorPanel title="回复没能加载" error={list.error} onRetry={() => void list.refetch()} />
  return (
    <Panel title="回复">
      <PlainTable
        label="回复"
        rows={list.data?.rows ?? []}
        rowKey={row => row.inboundId}
        emptyText="还没有人回复"
        columns={[
          {
            title: '手机号',
            render: row => <WholePhone call={deliveryCalls.reveal} of={{ messageId: row.messageId }} phone={row.phone} />,
          },
          {
            title: '内容',
            render: row => (
              <span className={style.reply}>
                {row.text} {row.isOptOut ? <Label tone="waiting">退订</Label> : null}
              </span>
            ),
          },
          { title: '时间', isWide: true, render: row => <Moment at={row.receivedAt} /> },
        ]}
      />
      {cursors.length > 0 || nextCursor ? (
        <nav className={`${layout.above8} ${layout.beside} ${layout.end}`} aria-label="回复翻页">
          <Button size="small" disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
            上一页
          </Button>
          <Button size="small" disabled={nextCursor === null} onClick={() => nextCursor && setCursors([...cursors, nextCursor])}>
            下一页
          </Button>
        </nav>
      ) : null}
    </Panel>
  )
}
