import { Button } from 'antd'
import { useState } from 'react'
import { actName } from '#admin/act-names.ts'
import { staffActValueText } from '#contract/identity/staff-act.ts'
import type { HistoryCall } from '#contract/staff/admin-history.ts'
import { useListCall } from '#ui/call.ts'
import { Timeline } from '#ui/display/Timeline.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import style from './Tables.module.css'

interface HistoryProps {
  call: HistoryCall
  /** The object's name in the audit log; omitted: all objects of this kind. */
  object?: string
  accountId?: string
  /** Shows the object of each act, where there are several. */
  namesObject?: boolean
}

const firstRows = 10
const maxRows = 100

/** Change history: who, from what to what and why; the newest first. */
export function History({ call, object, accountId, namesObject = false }: HistoryProps) {
  const [pageSize, setPageSize] = useState(firstRows)
  const query = useListCall(call, { pageSize, ...(object ? { object } : {}), ...(accountId ? { accountId } : {}) } as never)
  const data = query.data as { rows: HistoryRow[]; nextCursor: string | null } | undefined
  if (query.error && !data) return <ErrorPanel title="修改记录没能加载" error={query.error} onRetry={() => void query.refetch()} />
  if (!data) return null
  if (data.rows.length === 0) return <p className={style.none}>还没有修改过。</p>
  return (
    <>
      <Timeline
        steps={data.rows.map(row => ({
          key: row.auditId,
          tone: 'good',
          at: row.at,
          title: `${row.staffName} ${actName(row.action)}${namesObject && row.object ? `：${row.object}` : ''}${row.accountName && !accountId ? ` · ${row.accountName}` : ''}`,
          children: <Change detail={row.detail} />,
        }))}
      />
      {data.nextCursor !== null && pageSize < maxRows ? (
        <Button type="link" size="small" onClick={() => setPageSize(maxRows)}>
          查看更早的记录
        </Button>
      ) : null}
    </>
  )
}

interface HistoryRow {
  auditId: string
  action: string
  staffName: string
  accountName: string | null
  object: string | null
  detail: Record<string, unknown>
  at: string
}

function Change({ detail }: { detail: HistoryRow['detail'] }) {
  const { before, after, from, reason } = detail
  return (
    <>
      {before !== undefined && after !== undefined ? (
        <div>
          {staffActValueText(before)} → {staffActValueText(after)}
          {from === undefined ? '' : from === '立即' ? '（立即生效）' : `（${staffActValueText(from)}起）`}
        </div>
      ) : null}
      {reason === undefined ? null : <div>原因：{staffActValueText(reason)}</div>}
    </>
  )
}
