import { Alert, Button } from 'antd'
import { Suspense } from 'react'
import { routes } from '#console/routes.tsx'
import { choiceFilters } from '#console/shared/choice-filters.ts'
import { ExportButton } from '#console/shared/ExportButton.tsx'
import { NextStep } from '#console/shared/NextStep.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import { clickedNames, deliveryCalls, messageKindNames, stateGroups } from '#contract/messages/delivery.ts'
import { endedCount } from '#contract/messages/statistics.ts'
import { terms } from '#contract/terms.ts'
import { send, useCall, useListCall } from '#ui/call.ts'
import { Count, Segments, Share, thousands } from '#ui/display/Count.tsx'
import type { FigureFacts } from '#ui/display/Figures.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { messageStateTags } from '#ui/labels/messages.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { growing, useGrowingList } from '#ui/list/growing-list.ts'
import type { Filter } from '#ui/list/ListFilters.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import { useListState } from '#ui/list/list-state.ts'
import { usePageTabs } from '#ui/list/page-tabs.ts'
import { phoneFilter } from '#ui/list/phone-filter.ts'
import { useUrlState } from '#ui/url-state.ts'
import { hourName, weekdayNames } from '#values/china-time.ts'
import { carrierNames } from '#values/phone.ts'
import { regionChoices } from '#values/region.ts'
import { useMay } from '../../session.ts'
import { type DeliveryRow, daysFilter, filterOf } from './delivery.ts'
import { outboundColumns } from './outbound-columns.tsx'
import { deliveryTabs } from './tabs.ts'
import { UnusedFilters } from './UnusedFilters.tsx'

const BatchActs = lazyPart('BatchActs', () => import('./BatchActs.tsx'))
const DeliveryDetail = lazyPart('DeliveryDetail', () => import('./DeliveryDetail.tsx'))
const Diagnosis = lazyPart('Diagnosis', () => import('./Diagnosis.tsx'))

const figuresRefreshMs = 30_000

const nothing = {
  phone: '',
  from: '',
  to: '',
  state: '',
  kind: '',
  carrier: '',
  signatureId: '',
  templateId: '',
  code: '',
  messageId: '',
  customId: '',
  broadcastId: '',
  appId: '',
  province: '',
  clicked: '',
  weekday: '',
  hour: '',
}

/** Labels of the filters in the address, for errors about their values. */
const labels: Record<string, string> = {
  phone: '手机号',
  state: '状态',
  kind: '类型',
  carrier: '运营商',
  signatureId: '签名',
  templateId: '模板',
  code: '状态码',
  messageId: '短信编号',
  customId: '自定义编号',
  broadcastId: '群发编号',
  appId: '应用',
  province: '省份/国家',
  clicked: '短链',
  weekday: '星期',
  hour: '时段',
}

const hourOptions = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourName(hour) }))
const stateOptions = [...optionsOf(stateGroups), ...optionsOf(messageStateTags)]

/** 发送记录: messages that match the filters in the address. */
export function OutboundList() {
  const own = useListState(nothing)
  const { list, tabs } = usePageTabs(own, deliveryTabs)
  const [open, setOpen] = useUrlState({ id: '', diagnose: '' })
  const { values } = own
  const { filter, problems } = filterOf(values, labels)
  const input = { ...filter, ...own.page }
  const query = useGrowingList(useListCall(deliveryCalls.list, input, growing(own.turn.isFirst)), {
    call: deliveryCalls.list,
    of: input,
    isFirst: own.turn.isFirst,
    keyOf: row => row.messageId,
    readMost: pageSize => send(deliveryCalls.list, { ...filter, pageSize }),
  })
  const figures = useListCall(deliveryCalls.figures, filter, { refetchInterval: figuresRefreshMs })
  const mayBlock = useMay('blacklist.write')
  const maySend = useMay('broadcast.write')
  const mayExport = useMay('export.write')
  const filters = useOutboundFilters(isNamed(values))
  return (
    <ListPage
      id="delivery"
      title="发送记录"
      note={routes['/sms/delivery'].note}
      action={
        <>
          <Button onClick={() => setOpen({ diagnose: values.phone.length === 11 ? values.phone : 'new' })}>单号诊断</Button>
          <ExportButton source="message" filter={filter} count={figures.data?.countedNewest ? null : figures.data?.messageCount} />
        </>
      }
      figures={figuresOf(figures.data, figures.error !== null)}
      tabs={tabs}
      filters={filters}
      list={list}
      // One retry for both, which fail together when the server is away.
      query={{ ...query, refetch: () => Promise.all([query.refetch(), figures.refetch()]) }}
      warning={
        <>
          <UnusedFilters problems={problems} onReset={list.reset} />
          {figures.error && !figures.data && !query.error ? (
            <Alert
              banner
              type="warning"
              title={`统计没能加载：${figures.error.message}`}
              action={
                <Button size="small" onClick={() => void figures.refetch()}>
                  重试
                </Button>
              }
            />
          ) : null}
        </>
      }
      columns={[
        ...outboundColumns,
        actionColumn(80, (row: DeliveryRow) => [{ label: '详情', onClick: () => setOpen({ id: row.messageId }) }]),
      ]}
      rowKey={row => row.messageId}
      readPage={page => send(deliveryCalls.list, { ...filter, ...page })}
      onOpen={row => setOpen({ id: row.messageId })}
      everything={figures.data?.countedNewest ? undefined : figures.data?.messageCount}
      batch={
        mayBlock || maySend || mayExport
          ? (choice, clear) => (
              <Suspense>
                <BatchActs choice={choice} filter={filter} everything={figures.data?.messageCount ?? 0} onDone={clear} />
              </Suspense>
            )
          : undefined
      }
      emptyState={{
        title: '近7天没有发送短信',
        text: '群发和程序发送的每一条短信都会出现在这里，可查到状态、回执和费用。更早的短信请选择提交时间。',
        action: maySend ? <LinkButton to="/sms/broadcast">群发短信</LinkButton> : null,
        ...(query.data?.searchedUntil ? { unfinished: '已查到较早的时间，点“下一页”继续向前查找。' } : {}),
      }}
      next={<NextStep of="messages" />}
      errorTitle="发送记录没能加载"
    >
      <Suspense>
        {open.id ? (
          <DeliveryDetail
            messageId={open.id}
            onClose={() => setOpen({ id: '' })}
            onDiagnose={() => setOpen({ id: '', diagnose: open.id })}
          />
        ) : null}
        {open.diagnose ? (
          <Diagnosis
            of={open.diagnose}
            onChange={diagnose => setOpen({ diagnose }, { replace: true })}
            onClose={() => setOpen({ diagnose: '' })}
          />
        ) : null}
      </Suspense>
    </ListPage>
  )
}

/** A message that is identified is searched in all periods. */
const isNamed = ({ messageId, customId, broadcastId, phone }: typeof nothing) =>
  messageId !== '' || customId !== '' || broadcastId !== '' || phone.length === 11

function useOutboundFilters(isAnyTime: boolean): Filter[] {
  const choices = useCall(deliveryCalls.choices, {}, { staleTimeMs: 60_000 }).data
  return [
    phoneFilter,
    daysFilter(isAnyTime ? '提交时间：不限' : '提交时间：近7天'),
    { kind: 'select', name: 'state', label: '状态', options: stateOptions },
    { kind: 'select', name: 'kind', label: '类型', options: optionsOf(messageKindNames) },
    { kind: 'select', name: 'carrier', label: '运营商', options: optionsOf(carrierNames) },
    ...choiceFilters(choices),
    { kind: 'select', name: 'province', label: '省份/国家', options: regionChoices.map(region => ({ value: region, label: region })) },
    { kind: 'select', name: 'clicked', label: '短链', options: optionsOf(clickedNames) },
    { kind: 'search', name: 'code', label: '状态码', placeholder: '状态码，多个用逗号隔开' },
    { kind: 'select', name: 'weekday', label: '星期', options: weekdayNames.map((label, day) => ({ value: String(day + 1), label })) },
    { kind: 'select', name: 'hour', label: '时段', options: hourOptions },
    { kind: 'search', name: 'customId', label: '自定义编号' },
    { kind: 'search', name: 'messageId', label: '短信编号', pattern: /^(msg_)?[0-9a-z]{26}$/, mismatch: '短信编号为26位，前面可以有 msg_' },
    { kind: 'search', name: 'broadcastId', label: '群发编号', pattern: /^brd_[0-9a-z]{26}$/, mismatch: '群发编号以 brd_ 开头，共30位' },
  ]
}

function figuresOf(data: CallAnswerWire<typeof deliveryCalls.figures> | undefined, isFailed: boolean): FigureFacts[] {
  const newest = data?.countedNewest ? `仅统计范围内最近 ${thousands(data.countedNewest)} 条` : undefined
  const count = (value: number | undefined) => (value === undefined ? null : <Count count={value} />)
  const refused = data?.refusedCount ? `其中拦截 ${thousands(data.refusedCount)}` : undefined
  const figures: FigureFacts[] = [
    { label: '短信', value: count(data?.messageCount), note: newest ?? refused },
    { label: terms.delivered, value: count(data?.deliveredCount) },
    { label: terms.rate, value: data ? <Share part={data.deliveredCount} whole={endedCount(data)} /> : null },
    { label: terms.failed, value: count(data?.failedCount) },
    { label: terms.unknown, value: count(data?.unknownCount) },
    { label: terms.waiting, value: count(data?.waitingCount) },
    { label: terms.segments, value: data ? <Segments count={data.segmentCount} /> : null },
    { label: terms.charged, value: data ? <Segments count={data.chargedSegmentCount} /> : null },
  ]
  return isFailed && !data ? figures.map(figure => ({ ...figure, value: '–' })) : figures
}
