import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { routes } from '#console/routes.tsx'
import { alertCalls } from '#contract/alert/alert.ts'
import { alertKinds } from '#contract/alert/alert-rule.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { send, useCall, useListCall } from '#ui/call.ts'
import { Count } from '#ui/display/Count.tsx'
import type { FigureFacts } from '#ui/display/Figures.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Label } from '#ui/display/StateTag.tsx'
import { keyOf, optionsOf } from '#ui/form/options.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { stateColumn } from '#ui/list/columns.tsx'
import { useGrowingList } from '#ui/list/growing-list.ts'
import { type EmptyState, ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { Overlays } from '#ui/overlay/Overlays.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { pathTo } from '../../paths.ts'
import { useMay } from '../../session.ts'
import { alertActionNames, alertSeverityTags, alertStateTags } from '../../shared/labels/alert.ts'
import style from './Alert.module.css'
import { type AlertRow, kindOptions, useAppOptions } from './alerts.ts'
import { alertTabs, useAlertTabs } from './tabs.ts'

const AlertDetail = lazyPart('AlertDetail', () => import('./AlertDetail.tsx'))
const ConfirmDialog = lazyPart('ConfirmDialog', () => import('./ConfirmDialog.tsx'))

const refreshMs = 30_000
const dayMs = 86_400_000

const Cut = ({ text }: { text: string }) => (
  <span className={style.cut} title={text}>
    {text}
  </span>
)

const columns: ListColumn<AlertRow>[] = [
  {
    id: 'title',
    onPhone: true,
    title: '预警',
    isAlways: true,
    fixed: 'start',
    width: 230,
    render: row => (
      <span className={style.name}>
        <Link to={pathTo('/sms/app-warning', { id: row.alertId })}>{row.title}</Link>
        <small>
          {alertKinds[row.kind].name}
          {row.isTest ? ' · 测试' : ''}
        </small>
      </span>
    ),
  },
  {
    id: 'severity',
    onPhone: true,
    title: '级别',
    width: 84,
    render: row => <Label tone={alertSeverityTags[row.severity].tone}>{alertSeverityTags[row.severity].name}</Label>,
  },
  { id: 'app', title: '应用', width: 110, render: row => row.appName ?? '整个账户' },
  { id: 'value', title: '触发值', width: 150, render: row => <Cut text={row.valueText} /> },
  { id: 'threshold', title: '触发条件', width: 170, isExtra: true, render: row => <Cut text={row.thresholdText} /> },
  { id: 'action', title: '动作', width: 96, render: row => alertActionNames[row.action] },
  stateColumn(row => alertStateTags[row.state], { onPhone: true, width: 96 }),
  { id: 'firedAt', onPhone: true, title: '发生时间', width: 156, render: row => <Moment at={row.firedAt} /> },
  { id: 'recoveredAt', title: '恢复时间', width: 156, render: row => (row.recoveredAt ? <Moment at={row.recoveredAt} /> : '–') },
]

const stateOptions = optionsOf(alertStateTags)

const nothing = { state: '', kind: '', app: '', rule: '', from: '', to: '' }

const filterOf = ({ state, kind, app, rule, from, to }: typeof nothing) => ({
  state: keyOf(alertStateTags, state),
  kind: keyOf(alertKinds, kind),
  appId: app || undefined,
  ruleId: rule || undefined,
  from: from ? new Date(`${from}T00:00:00+08:00`).toISOString() : undefined,
  until: to ? new Date(Date.parse(`${to}T00:00:00+08:00`) + dayMs - 1).toISOString() : undefined,
})

const emptyStates: Record<'quiet' | 'noRules', EmptyState> = {
  quiet: { title: '没有预警', text: '规则正在运行，出现异常会记在这里。' },
  noRules: {
    title: '还没有预警规则',
    text: '余额不足、到达率下降、验证码被盗刷时，您希望第一时间知道。启用推荐规则只要一次点击。',
    action: (
      <LinkButton type="primary" to={pathTo('/sms/app-warning', { tab: 'rules' })}>
        去启用
      </LinkButton>
    ),
  },
}

/** Alerts with their initial value, the newest first. */
export function AlertList() {
  const own = useListState(nothing)
  const list = useAlertTabs(own)
  const [{ id }, setOpen] = useUrlState({ id: '' })
  const [confirming, setConfirming] = useState<{ rows: AlertRow[]; clear: () => void } | null>(null)
  const mayWrite = useMay('app.write')
  const apps = useAppOptions()
  const filter = filterOf(own.values)
  const input = { ...filter, ...own.page }
  const query = useGrowingList(useListCall(alertCalls.list, input, { refetchInterval: refreshMs }), {
    call: alertCalls.list,
    of: input,
    isFirst: own.turn.isFirst,
    keyOf: row => row.alertId,
    readMost: pageSize => send(alertCalls.list, { ...filter, pageSize }),
  })
  const figures = useCall(alertCalls.figures, {}, { refetchInterval: refreshMs })
  const hasRules = (figures.data?.ruleCount ?? 0) > 0
  return (
    <ListPage
      id="alerts"
      title="应用预警"
      note={routes['/sms/app-warning'].note}
      action={<LinkButton to={pathTo('/sms/app-warning', { tab: 'rules' })}>设置规则</LinkButton>}
      figures={figuresOf(figures.data)}
      tabs={alertTabs}
      list={list}
      query={query}
      columns={columns}
      rowKey={row => row.alertId}
      readPage={page => send(alertCalls.list, { ...filter, ...page })}
      onOpen={row => setOpen({ id: row.alertId })}
      filters={[
        { kind: 'select', name: 'state', label: '状态', options: stateOptions },
        { kind: 'select', name: 'kind', label: '预警类型', options: kindOptions },
        { kind: 'select', name: 'app', label: '应用', options: apps },
        { kind: 'days', from: 'from', to: 'to', label: '发生时间', maxDays: 190 },
      ]}
      batch={
        mayWrite ? ({ rows }, clear) => <ConfirmButton rows={rows} onConfirm={open => setConfirming({ rows: open, clear })} /> : undefined
      }
      emptyState={hasRules ? emptyStates.quiet : emptyStates.noRules}
      errorTitle="预警记录没能加载"
    >
      <Overlays>
        {id === '' ? null : <AlertDetail alertId={id} onClose={() => setOpen({ id: '' })} />}
        {confirming ? (
          <ConfirmDialog
            alerts={confirming.rows}
            onClose={() => setConfirming(null)}
            onDone={() => {
              confirming.clear()
              setConfirming(null)
            }}
          />
        ) : null}
      </Overlays>
    </ListPage>
  )
}

/** Confirmed or past alerts need no action. */
function ConfirmButton({ rows, onConfirm }: { rows: AlertRow[]; onConfirm: (open: AlertRow[]) => void }) {
  const open = rows.filter(row => row.state === 'open')
  return (
    <Button disabled={open.length === 0} onClick={() => onConfirm(open)}>
      确认
    </Button>
  )
}

function figuresOf(data: CallAnswerWire<typeof alertCalls.figures> | undefined): FigureFacts[] {
  const count = (value: number | undefined) => (value === undefined ? null : <Count count={value} />)
  return [
    { label: '未处理', value: count(data?.openCount), ...(data?.openCount ? { tone: 'bad' as const } : {}) },
    { label: '已确认，未恢复', value: count(data?.confirmedCount) },
    { label: '近24小时发生', value: count(data?.dayCount) },
    { label: '验证码暂停中的应用', value: count(data?.otpPausedCount), ...(data?.otpPausedCount ? { tone: 'bad' as const } : {}) },
    { label: '启用的规则', value: count(data?.ruleCount), to: pathTo('/sms/app-warning', { tab: 'rules' }) },
  ]
}
