import type { Got, Sent } from '#contract/call.ts'
import { deliveryCalls, messageKindNames, stateGroups } from '#contract/delivery.ts'
import { messageStates } from '#contract/message-state.ts'
import { operatorNames } from '#values/phone.ts'
import { useCall } from '../../call.ts'
import { CopyableId } from '../../ui/CopyButton.tsx'
import { Count, Segments, Share, thousands } from '../../ui/Count.tsx'
import { ExportButton } from '../../ui/ExportButton.tsx'
import type { FigureFacts } from '../../ui/Figures.tsx'
import type { Filter } from '../../ui/ListFilters.tsx'
import { ListPage } from '../../ui/ListPage.tsx'
import type { ListColumn } from '../../ui/list-columns.tsx'
import { useListState } from '../../ui/list-state.ts'
import { Moment } from '../../ui/Moment.tsx'
import { Phone } from '../../ui/Phone.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { StateTag } from '../../ui/StateTag.tsx'
import { useUrlState } from '../../ui/url-state.ts'
import style from './Delivery.module.css'
import { DeliveryDetail } from './DeliveryDetail.tsx'
import { type DeliveryRow, daysFilter, periodOf, phoneFilter, took } from './delivery.ts'
import { useDeliveryTabs } from './tabs.ts'

/** The newest page is kept fresh while it is looked at. */
const refreshMs = 10_000
const figuresRefreshMs = 30_000

const columns: ListColumn<DeliveryRow>[] = [
  { id: 'createdAt', title: '提交时间', isAlways: true, width: 160, render: row => <Moment at={row.createdAt} /> },
  { id: 'phone', title: '手机号', isAlways: true, width: 120, render: row => <Phone phone={row.phone} /> },
  { id: 'state', title: '状态', isAlways: true, width: 110, render: row => <State row={row} /> },
  { id: 'kind', title: '类型', width: 80, render: row => messageKindNames[row.kind] },
  { id: 'content', title: '内容', width: 200, render: row => <span className={style.content}>{row.content}</span> },
  { id: 'segments', title: '条数', isNumber: true, width: 64, render: row => <Count count={row.segmentCount} /> },
  { id: 'reason', title: '原因', width: 150, render: row => <Reason row={row} /> },
  {
    id: 'took',
    title: '到达耗时',
    isNumber: true,
    width: 100,
    render: row => (row.state === 'delivered' ? took(row.submittedAt, row.finishedAt) : ''),
  },
  { id: 'code', title: '状态码', isExtra: true, width: 110, render: row => row.reason?.code ?? '' },
  { id: 'operator', title: '运营商', isExtra: true, width: 100, render: row => operatorNames[row.operator] },
  { id: 'finishedAt', title: '回执时间', isExtra: true, width: 160, render: row => <Moment at={row.finishedAt} /> },
  { id: 'customId', title: '自定义编号', isExtra: true, width: 140, render: row => row.customId ?? '' },
  { id: 'messageId', title: '短信编号', isExtra: true, width: 180, render: row => <CopyableId id={row.messageId} /> },
]

const State = ({ row }: { row: DeliveryRow }) => <StateTag tone={messageStates[row.state].tone}>{messageStates[row.state].name}</StateTag>

const Reason = ({ row }: { row: DeliveryRow }) =>
  row.reason ? (
    <span className={style.reason} title={`${row.reason.meaning}（${row.reason.code}）`}>
      {row.reason.meaning}
    </span>
  ) : null

const nothing = {
  phone: '',
  from: '',
  to: '',
  state: '',
  kind: '',
  operator: '',
  signatureId: '',
  templateId: '',
  code: '',
  messageId: '',
  customId: '',
  broadcastId: '',
}

const named = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))
const stateOptions = [
  ...Object.entries(stateGroups).map(([value, { name }]) => ({ value, label: name })),
  ...Object.entries(messageStates).map(([value, { name }]) => ({ value, label: name })),
]

/** 发送记录: the messages that the filters in the address find. */
export function OutboundList() {
  const own = useListState(nothing)
  const { list, tabs } = useDeliveryTabs(own)
  const [open, setOpen] = useUrlState({ id: '' })
  const { from, to, ...rest } = own.values
  // Values of the address go to the server as they stand: it refuses what isn't one of its words.
  const filter = { ...set(rest), ...periodOf({ from, to }) } as Sent<typeof deliveryCalls.figures>
  const query = useCall(deliveryCalls.list, { ...filter, ...own.page }, { refetchInterval: own.turn.isFirst ? refreshMs : false })
  const figures = useCall(deliveryCalls.figures, filter, { refetchInterval: figuresRefreshMs })
  const choices = useCall(deliveryCalls.choices, {}, { staleTimeMs: 60_000 }).data
  const isNamed = rest.messageId !== '' || rest.customId !== '' || rest.broadcastId !== '' || rest.phone.length === 11
  const filters: Filter[] = [
    phoneFilter,
    daysFilter(isNamed ? '提交时间：不限' : '提交时间：近7天'),
    { kind: 'select', name: 'state', label: '状态', options: stateOptions },
    { kind: 'select', name: 'kind', label: '类型', options: named(messageKindNames) },
    { kind: 'select', name: 'operator', label: '运营商', options: named(operatorNames) },
    {
      kind: 'select',
      name: 'signatureId',
      label: '签名',
      options: (choices?.signatures ?? []).map(({ signatureId, text }) => ({ value: signatureId, label: text })),
    },
    {
      kind: 'select',
      name: 'templateId',
      label: '模板',
      options: (choices?.templates ?? []).map(({ templateId, name, code }) => ({ value: templateId, label: `${name}（${code}）` })),
    },
    { kind: 'search', name: 'code', label: '状态码', placeholder: '状态码，如 MK:0001' },
    { kind: 'search', name: 'customId', label: '自定义编号' },
    { kind: 'search', name: 'messageId', label: '短信编号', pattern: /^msg_[0-9a-z]{26}$/, mismatch: '短信编号以 msg_ 开头，共30位' },
    { kind: 'search', name: 'broadcastId', label: '群发编号', pattern: /^brd_[0-9a-z]{26}$/, mismatch: '群发编号以 brd_ 开头，共30位' },
  ]
  return (
    <ListPage
      id="delivery"
      title="发送记录"
      note="送达才扣费；提交后72小时没有回执的记为未知，费用退回。到达率按有结果的短信计算。"
      action={<ExportButton source="message" filter={filter} count={figures.data?.countedNewest ? null : figures.data?.messageCount} />}
      figures={figuresOf(figures.data)}
      tabs={tabs}
      filters={filters}
      list={list}
      query={query}
      columns={[
        ...columns,
        {
          id: 'actions',
          title: '操作',
          isAlways: true,
          fixed: 'end',
          width: 80,
          render: row => <RowActions actions={[{ label: '详情', onClick: () => setOpen({ id: row.messageId }) }]} />,
        },
      ]}
      rowKey={row => row.messageId}
      onOpen={row => setOpen({ id: row.messageId })}
      emptyState={{
        title: '近7天没有发送短信',
        text: '群发和程序发送的每一条短信都会出现在这里，可查到状态、回执和费用。更早的短信请选择提交时间。',
        ...(query.data?.lookedUntil ? { unfinished: '已查到较早的时间，点“下一页”继续向前查找。' } : {}),
      }}
      errorTitle="发送记录没能加载"
    >
      {open.id ? <DeliveryDetail messageId={open.id} onClose={() => setOpen({ id: '' })} /> : null}
    </ListPage>
  )
}

const set = (values: Record<string, string>) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

function figuresOf(data: Got<typeof deliveryCalls.figures> | undefined): FigureFacts[] {
  const newest = data?.countedNewest ? `仅统计范围内最近 ${thousands(data.countedNewest)} 条` : undefined
  const count = (value: number | undefined) => (value === undefined ? null : <Count count={value} />)
  const endedBadly = data ? data.failedCount + data.unknownCount : 0
  const refused = data?.refusedCount ? `其中拦截 ${thousands(data.refusedCount)}` : undefined
  return [
    { label: '短信', value: count(data?.messageCount), note: newest ?? refused },
    { label: '成功', value: count(data?.deliveredCount) },
    { label: '到达率', value: data ? <Share part={data.deliveredCount} whole={data.deliveredCount + endedBadly} /> : null },
    {
      label: '失败',
      value: count(data ? endedBadly : undefined),
      note: data?.unknownCount ? `含未知 ${thousands(data.unknownCount)}` : undefined,
    },
    { label: '在途', value: count(data?.waitingCount) },
    { label: '计费条数', value: data ? <Segments count={data.segmentCount} /> : null },
  ]
}
