import { Suspense } from 'react'
import { alertCalls } from '#contract/alert/alert.ts'
import { useCall } from '#ui/call.ts'
import { Count, Segments } from '#ui/display/Count.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { useUrlState } from '#ui/url-state.ts'
import { useMay } from '../../session.ts'
import style from './Alert.module.css'
import type { LimitRow } from './alerts.ts'
import { alertTabs, useAlertTabs } from './tabs.ts'

const LimitForm = lazyPart('LimitForm', () => import('./LimitForm.tsx'))

/** Sent messages out of the limit. */
const Used = ({ sent, alert, limit }: { sent: number; alert: number | null; limit: number | null }) => (
  <span className={style.name}>
    <Segments count={sent} />
    {limit !== null && sent >= limit ? (
      <StateTag tone="bad">已停发</StateTag>
    ) : alert !== null && sent >= alert ? (
      <StateTag tone="waiting">已预警</StateTag>
    ) : null}
  </span>
)
const value = (count: number | null, otherwise: string) =>
  count === null ? <span className={style.note}>{otherwise}</span> : <Count count={count} />

const columns: ListColumn<LimitRow>[] = [
  {
    id: 'name',
    title: '应用',
    isAlways: true,
    fixed: 'start',
    width: 180,
    render: row => (
      <span className={style.name}>
        <b>{row.name}</b>
        {row.isOn ? null : <small>已停用</small>}
        {row.otpPausedUntil ? <StateTag tone="bad">验证码已暂停</StateTag> : null}
      </span>
    ),
  },
  {
    id: 'day',
    title: '今日已发',
    isNumber: true,
    width: 130,
    render: row => <Used sent={row.daySegments} alert={row.dailyAlert} limit={row.dailyLimit} />,
  },
  { id: 'dailyAlert', title: '日预警值', isNumber: true, width: 110, render: row => value(row.dailyAlert, '未设置') },
  { id: 'dailyLimit', title: '日限额', isNumber: true, width: 110, render: row => value(row.dailyLimit, '不限') },
  {
    id: 'month',
    title: '本月已发',
    isNumber: true,
    width: 130,
    render: row => <Used sent={row.monthSegments} alert={row.monthlyAlert} limit={row.monthlyLimit} />,
  },
  { id: 'monthlyAlert', title: '月预警值', isNumber: true, width: 110, render: row => value(row.monthlyAlert, '未设置') },
  { id: 'monthlyLimit', title: '月限额', isNumber: true, width: 110, render: row => value(row.monthlyLimit, '不限') },
]

/** 发送限额: warning thresholds and limits of each app. */
export function Limits() {
  const list = useAlertTabs(useListState({}))
  const [{ app }, setOpen] = useUrlState({ app: '' })
  const mayWrite = useMay('app.write')
  const query = useCall(alertCalls.limits, {}, { refetchInterval: 30_000 })
  const edited = query.data?.rows.find(row => row.appId === app)
  const actions = actionColumn<LimitRow>(90, row => [{ label: '设置', onClick: () => setOpen({ app: row.appId }) }])
  return (
    <ListPage
      id="alert.limits"
      title="应用预警"
      note="预警值只通知，限额会停发：达到限额后应用的请求被拒绝，到下一日、下一月或提高限额后恢复。按条数、北京时间计。"
      tabs={alertTabs}
      list={list}
      query={query}
      columns={mayWrite ? [...columns, actions] : columns}
      rowKey={row => row.appId}
      emptyState={{ title: '还没有应用', text: '创建应用后，可以在这里给它设预警值和限额。' }}
      errorTitle="发送限额没能加载"
    >
      <Suspense>{mayWrite && edited ? <LimitForm key={edited.appId} row={edited} onClose={() => setOpen({ app: '' })} /> : null}</Suspense>
    </ListPage>
  )
}
