import { Button } from 'antd'
import { useState } from 'react'
import { type AppDetail, appCalls, type LoggedRequest } from '#contract/apps/app.ts'
import { ingressNames, isEsme } from '#contract/apps/app-labels.ts'
import { useListCall } from '#ui/call.ts'
import { Count } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { type PlainColumn, PlainTable } from '#ui/display/PlainTable.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { limits } from '#values/limits.ts'
import style from './AppManage.module.css'
import { Choices } from './Choices.tsx'
import { RequestDetail } from './RequestDetail.tsx'

const choices = [
  { key: '', label: '全部' },
  { key: 'refused', label: '只看被拒绝的' },
] as const

const columnsOf = (onOpen: (request: LoggedRequest) => void): PlainColumn<LoggedRequest>[] => [
  { title: '时间', render: row => <Moment at={row.at} /> },
  {
    title: '接口',
    render: row => (
      <span className={style.name}>
        {row.action}
        <small>{ingressNames[row.ingress]}</small>
      </span>
    ),
  },
  {
    title: '结果',
    render: row => (
      <span className={style.reason}>
        <StateTag tone={row.isRefused ? 'bad' : 'good'}>{row.isRefused ? '已拒绝' : '成功'}</StateTag>
        {row.isRefused ? (
          <>
            <span className={style.message}>{row.message}</span>
            <code className={style.faint}>{row.code}</code>
          </>
        ) : null}
        {row.detail?.isWatched ? <span className={style.faint}>来源地址不在IP白名单中（只记录）</span> : null}
      </span>
    ),
  },
  { title: '应答', isNumber: true, render: row => (isEsme(row.ingress) ? '–' : row.httpStatus) },
  { title: '耗时', isNumber: true, render: row => <Count count={row.elapsedMs} unit="毫秒" /> },
  { title: '来源', render: row => row.address },
  {
    title: '',
    render: row => (
      <Button type="link" size="small" onClick={() => onOpen(row)}>
        详情
      </Button>
    ),
  },
]

/** 请求日志: the latest requests, with the reasons of refusals. */
export function Requests({ app }: { app: AppDetail }) {
  const [{ which }, change] = useUrlState({ which: '' })
  const [opened, setOpened] = useState<LoggedRequest | null>(null)
  const isRefused = which === 'refused'
  // Whoever tries a program looks here for its request: it appears by itself.
  const query = useListCall(
    appCalls.requests,
    { appId: app.appId, which: isRefused ? 'refused' : 'all' },
    { refetchInterval: 5_000, staleTimeMs: 0 },
  )
  return (
    <Panel
      title="请求日志"
      note={`最近${limits.loggedRequests}次请求，和最近${limits.loggedRequests}次被拒绝的请求；每5秒自动更新，手机号已隐去。`}
    >
      <Choices label="筛选" choices={choices} chosen={isRefused ? 'refused' : ''} onChoose={which => change({ which })} />
      {query.error && !query.data ? <ErrorPanel title="请求日志没能加载" error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data ? (
        <PlainTable
          label="请求日志"
          columns={columnsOf(setOpened)}
          rows={query.data.rows}
          rowKey={row => row.logId}
          emptyText={isRefused ? '没有被拒绝的请求。' : '还没有请求。复制“示例代码”运行一次，这里就能看到结果。'}
        />
      ) : query.error ? null : (
        <PageSkeleton />
      )}
      {opened ? <RequestDetail app={app} request={opened} onClose={() => setOpened(null)} /> : null}
    </Panel>
  )
}
