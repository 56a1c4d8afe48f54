import { Suspense, useState } from 'react'
import { routes } from '#console/routes.tsx'
import { ExportButton } from '#console/shared/ExportButton.tsx'
import { lineItem, lineItems, lineProduct, lineProducts, lineSource, lineSources } from '#contract/billing/charge-line.ts'
import { consumptionCalls } from '#contract/billing/consumption.ts'
import { terms } from '#contract/terms.ts'
import { send, useListCall } from '#ui/call.ts'
import { dayPresets } from '#ui/date-range.ts'
import { Count, Segments } from '#ui/display/Count.tsx'
import type { FigureFacts } from '#ui/display/Figures.tsx'
import { Money } from '#ui/display/Money.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { keyOf, optionsOf } from '#ui/form/options.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { actionColumn } from '#ui/list/action-column.tsx'
import { amountFilter, amountOf } from '#ui/list/amount-filter.ts'
import { ListPage } from '#ui/list/ListPage.tsx'
import { useListState } from '#ui/list/list-state.ts'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import { pathTo } from '../../../paths.ts'
import { lineStateTags } from '../../../shared/labels/billing.ts'
import { type Line, lineKeyOf } from '../ui/line.ts'
import { lineColumns } from '../ui/line-columns.tsx'
import { ConsumptionChart, type Totals } from './ConsumptionChart.tsx'

const LineDetail = lazyPart('LineDetail', () => import('../ui/LineDetail.tsx'))

const items = Object.entries(lineItems).filter(([item]) => item !== 'adjust')

/** 消费明细: cost of usage and orders, by day and price factors, down to each message. */
export function Page() {
  const list = useListState({
    from: '',
    to: '',
    product: '',
    item: '',
    source: '',
    app: '',
    grant: '',
    state: '',
    least: '',
    most: '',
    by: '',
  })
  const [opened, setOpened] = useState<Line | null>(null)
  const { from, to, product, item, source, app, grant, state, least, most, by } = list.values
  const byTask = by === 'task'
  const range = from && to ? { from, to } : dayPresets.近30天(new Date())
  const filter = {
    ...range,
    product: lineProduct.safeParse(product).data,
    item: lineItem.safeParse(item).data,
    source: lineSource.safeParse(source).data,
    appId: app || undefined,
    grantId: grant || undefined,
    state: keyOf(lineStateTags, state),
    least: amountOf(least),
    most: amountOf(most),
    byTask: byTask ? 'true' : undefined,
  }
  const linesOf = (day: string, one: string | null) =>
    pathTo('/system/finance/consume', { ...list.values, from: day, to: day, item: one ?? item })
  const query = useListCall(consumptionCalls.list, { ...filter, ...list.page })
  const totals = useListCall(consumptionCalls.totals, filter)
  return (
    <ListPage
      id="consumption"
      title="消费明细"
      note={routes['/system/finance/consume'].note}
      action={
        <>
          <ExportButton source="consumption" filter={filter} count={totals.data?.lineCount} />
          <LinkButton to={pathTo('/system/finance/bill/overview')}>查看账单</LinkButton>
        </>
      }
      figures={figuresOf(totals.data)}
      list={list}
      query={query}
      columns={[...lineColumns, actionColumn(64, (line: Line) => [{ label: '明细', onClick: () => setOpened(line) }])]}
      onOpen={setOpened}
      rowKey={lineKeyOf}
      readPage={page => send(consumptionCalls.list, { ...filter, ...page })}
      filters={[
        { kind: 'days', from: 'from', to: 'to', label: '日期：近30天', maxDays: limits.statementDays },
        { kind: 'select', name: 'item', label: '计费项', options: items.map(([value, { name }]) => ({ value, label: name })) },
        { kind: 'select', name: 'source', label: '支付来源', options: optionsOf(lineSources) },
        { kind: 'select', name: 'by', label: '汇总：按天', options: [{ value: 'task', label: '汇总：按任务' }] },
        { kind: 'select', name: 'product', label: '产品', options: optionsOf(lineProducts) },
        {
          kind: 'select',
          name: 'app',
          label: '应用',
          options: (totals.data?.apps ?? []).map(one => ({ value: one.appId, label: one.name })),
        },
        {
          kind: 'fixed',
          name: 'grant',
          label: '套餐',
          textOf: id => query.data?.rows.find(row => row.grant?.grantId === id)?.grant?.name ?? '一个套餐',
        },
        { kind: 'select', name: 'state', label: '状态', options: optionsOf(lineStateTags) },
        { kind: 'search', name: 'least', label: '最低现金', ...amountFilter },
        { kind: 'search', name: 'most', label: '最高现金', ...amountFilter },
      ]}
      emptyState={{
        title: '这段时间没有消费',
        text: '短信送达、短链被创建或访问、购买套餐后，费用会列在这里。',
        action: <LinkButton to={pathTo('/sms/combo/purchase')}>购买套餐</LinkButton>,
      }}
      errorTitle="消费明细没能加载"
    >
      {totals.error && !totals.data ? null : (
        // Below the list, whose rows are what one comes for.
        <div className={layout.above16}>
          <Panel title="每日消费">
            <ConsumptionChart range={range} days={totals.data?.days} linesOf={linesOf} />
          </Panel>
        </div>
      )}
      {opened ? (
        <Suspense fallback={null}>
          <LineDetail line={opened} byTask={byTask} onClose={() => setOpened(null)} />
        </Suspense>
      ) : null}
    </ListPage>
  )
}

/** The room of two lines while they load. */
const twoLines = (
  <>
    {'\u00a0'}
    <br />
    {'\u00a0'}
  </>
)

function figuresOf(totals: Totals | undefined): FigureFacts[] {
  const money = (hao: number | undefined) => (hao === undefined ? null : <Money hao={hao} />)
  return [
    {
      label: terms.spent,
      value: money(totals?.cashHao),
      note: totals ? (
        <>
          订单 <Money hao={totals.orderHao} />
          <br />
          用量 <Money hao={totals.usageHao} />
        </>
      ) : (
        twoLines
      ),
    },
    {
      label: '按条付费',
      value: totals ? <Segments count={totals.balanceSegments + totals.bonusSegments} /> : null,
      note: totals ? (
        <>
          {terms.bonusPaid} <Money hao={totals.bonusHao} />
        </>
      ) : null,
    },
    {
      label: terms.packagePaid,
      value: totals ? <Segments count={totals.packageSegments + totals.giftSegments} /> : null,
      note: totals ? `其中赠送 ${totals.giftSegments.toLocaleString('en-US')}条` : null,
    },
    { label: '短链用量', value: totals ? <Count count={totals.linkUnits} unit="次" /> : null },
    { label: terms.returned, value: totals ? <Segments count={totals.returnedSegments} /> : null },
  ]
}
