import { Suspense, useState } from 'react'
import { ExportButton } from '#console/shared/ExportButton.tsx'
import { billCalls } from '#contract/billing/bill.ts'
import {
  lineItem,
  lineItems,
  lineKind,
  lineKinds,
  lineProduct,
  lineProducts,
  lineSource,
  lineSources,
} from '#contract/billing/charge-line.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { terms } from '#contract/terms.ts'
import { send, useCall, useListCall } from '#ui/call.ts'
import type { FigureFacts } from '#ui/display/Figures.tsx'
import { Money, MoneyMove } from '#ui/display/Money.tsx'
import { keyOf, optionsOf } from '#ui/form/options.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { actionColumn } from '#ui/list/action-column.tsx'
import { amountFilter, amountOf } from '#ui/list/amount-filter.ts'
import { ListPage } from '#ui/list/ListPage.tsx'
import { useListState } from '#ui/list/list-state.ts'
import { monthName } from '#values/china-month.ts'
import { chinaMonth } from '#values/china-time.ts'
import { pathTo } from '../../../../paths.ts'
import { billStateTags, lineStateTags } from '../../../../shared/labels/billing.ts'
import { type Line, lineKeyOf } from '../../ui/line.ts'
import { lineColumns } from '../../ui/line-columns.tsx'
import { MonthChoice } from '../../ui/MonthChoice.tsx'
import { Reconciliation } from './Reconciliation.tsx'

const LineDetail = lazyPart('LineDetail', () => import('../../ui/LineDetail.tsx'))

/** 账单明细: every line of a month, its reconciliation, and links to messages and orders. */
export function Page() {
  const list = useListState({ month: '', kind: '', product: '', item: '', source: '', app: '', state: '', least: '', most: '', zero: '' })
  const [opened, setOpened] = useState<Line | null>(null)
  const { kind, product, item, source, app, state, least, most, zero } = list.values
  const month = list.values.month || chinaMonth(new Date())
  const filter = {
    month,
    kind: lineKind.safeParse(kind).data,
    product: lineProduct.safeParse(product).data,
    item: lineItem.safeParse(item).data,
    source: lineSource.safeParse(source).data,
    appId: app || undefined,
    state: keyOf(lineStateTags, state),
    least: amountOf(least),
    most: amountOf(most),
    hidesZero: zero === 'hidden' ? 'true' : undefined,
  }
  const query = useListCall(billCalls.lines, { ...filter, ...list.page })
  const totals = useListCall(billCalls.totals, filter)
  const months = useCall(billCalls.months, {}).data?.months ?? []
  return (
    <ListPage
      id="bill-lines"
      title="账单明细"
      note={`${monthName(month)}：日期、计费项、应用、单价和支付来源相同的合为一行；点一行可看到背后的短信或订单。`}
      action={
        <>
          <MonthChoice months={months} month={month} onChange={next => list.change({ month: next })} />
          <ExportButton source="bill" filter={filter} count={totals.data?.totals.lineCount} />
          <LinkButton to={pathTo('/system/finance/bill/overview', { month })}>账单总览</LinkButton>
        </>
      }
      figures={figuresOf(totals.data)}
      list={list}
      query={query}
      columns={[...lineColumns, actionColumn(64, (line: Line) => [{ label: '明细', onClick: () => setOpened(line) }])]}
      onOpen={setOpened}
      rowKey={lineKeyOf}
      readPage={page => send(billCalls.lines, { ...filter, ...page })}
      filters={[
        { kind: 'select', name: 'kind', label: '类型', options: optionsOf(lineKinds) },
        { kind: 'select', name: 'item', label: '计费项', options: optionsOf(lineItems) },
        { kind: 'select', name: 'source', label: '支付来源', options: optionsOf(lineSources) },
        { kind: 'select', name: 'zero', label: '零元行：显示', options: [{ value: 'hidden', label: '隐藏零元行' }] },
        { kind: 'select', name: 'product', label: '产品', options: optionsOf(lineProducts) },
        {
          kind: 'select',
          name: 'app',
          label: '应用',
          options: (totals.data?.apps ?? []).map(one => ({ value: one.appId, label: one.name })),
        },
        { kind: 'select', name: 'state', label: '状态', options: optionsOf(lineStateTags) },
        { kind: 'search', name: 'least', label: '最低现金', ...amountFilter },
        { kind: 'search', name: 'most', label: '最高现金', ...amountFilter },
      ]}
      emptyState={{
        title: `${monthName(month)}没有账单明细`,
        text: '这个月没有订单、用量、退款或调账。',
        action: <LinkButton to={pathTo('/system/finance/bill/overview')}>查看其他月份</LinkButton>,
      }}
      errorTitle="账单明细没能加载"
    >
      {totals.data ? <Reconciliation month={totals.data.month} equations={totals.data.equations} /> : null}
      {opened ? (
        <Suspense fallback={null}>
          <LineDetail line={opened} onClose={() => setOpened(null)} />
        </Suspense>
      ) : null}
    </ListPage>
  )
}

function figuresOf(data: CallAnswerWire<typeof billCalls.totals> | undefined): FigureFacts[] {
  const money = (hao: number | undefined) => (hao === undefined ? null : <Money hao={hao} />)
  const totals = data?.totals
  const month = data?.month
  // Of all lines of a month with refunds, which the overview leaves out.
  const isNet = totals && month && month.refundHao > 0 && totals.cashHao === month.orderHao + month.usageHao - month.refundHao
  return [
    { label: terms.list, value: money(totals?.listHao) },
    { label: terms.discount, value: money(totals?.discountHao) },
    { label: terms.packagePaid, value: money(totals?.packageHao) },
    { label: terms.bonusPaid, value: money(totals?.bonusHao) },
    {
      label: terms.cash,
      value: money(totals?.cashHao),
      // Two lines with any month and filter, so that nothing below moves.
      note: (
        <>
          {totals ? (
            <>
              含税额 <Money hao={totals.taxHao} />
            </>
          ) : null}
          <br />
          {isNet ? (
            <>
              已减退款 <Money hao={month.refundHao} />
            </>
          ) : (
            '\u00a0'
          )}
        </>
      ),
    },
    { label: '调账', value: totals ? <MoneyMove hao={totals.adjustHao} /> : null, note: '不计入消费' },
    {
      label: '状态',
      value: data ? billStateTags[data.month.state].name : null,
      note: totals ? `共${totals.lineCount.toLocaleString('en-US')}行` : null,
    },
  ]
}
