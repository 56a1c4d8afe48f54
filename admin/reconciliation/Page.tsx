import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { pathTo } from '#admin/paths.ts'
import { useMay } from '#admin/session.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { type OnlinePaymentMethod, onlinePaymentMethodNames } from '#contract/payments/recharge.ts'
import { reconciliationCalls, type StatementState } from '#contract/payments/reconciliation.ts'
import { send, useCall, useListCall } from '#ui/call.ts'
import { Count } from '#ui/display/Count.tsx'
import type { FigureFacts } from '#ui/display/Figures.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import { viewColumn } from '#ui/list/action-column.tsx'
import { moneyColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { statementStateTags } from '../ui/labels/payments.ts'
import { BankStatements } from './BankStatements.tsx'
import { CompareButton } from './CompareButton.tsx'
import { DifferenceList } from './DifferenceList.tsx'
import { tabs, useTabs } from './tabs.ts'

const DayDrawer = lazyPart('DayDrawer', () => import('./DayDrawer.tsx'))

export type Day = CallAnswerWire<typeof reconciliationCalls.days>['rows'][number]
type Overview = CallAnswerWire<typeof reconciliationCalls.overview>

const pollMs = 5_000

const columns: ListColumn<Day>[] = [
  { id: 'day', onPhone: true, title: '日期', isAlways: true, width: 110, render: row => row.day },
  {
    id: 'paymentMethod',
    onPhone: true,
    title: '渠道',
    isAlways: true,
    width: 90,
    render: row => onlinePaymentMethodNames[row.paymentMethod],
  },
  {
    id: 'state',
    onPhone: true,
    title: '结果',
    isAlways: true,
    width: 120,
    render: row => (
      <StateTag tone={statementStateTags[row.state].tone}>
        {row.state === 'differs' ? `${row.openCount} 处差异` : statementStateTags[row.state].name}
      </StateTag>
    ),
  },
  { id: 'theirCount', title: '渠道笔数', isNumber: true, width: 90, render: row => <Count count={row.theirCount} unit="笔" /> },
  { id: 'ourCount', title: '平台笔数', isNumber: true, width: 90, render: row => <Count count={row.ourCount} unit="笔" /> },
  moneyColumn(row => row.theirPaidHao, { id: 'theirPaid', title: '渠道收款', width: 120 }),
  moneyColumn(row => row.ourPaidHao, { id: 'ourPaid', title: '平台收款', width: 120 }),
  moneyColumn(row => row.theirRefundedHao, { id: 'theirRefunded', title: '渠道退款', width: 120 }),
  moneyColumn(row => row.ourRefundedHao, { id: 'ourRefunded', title: '平台退款', width: 120 }),
  { id: 'comparedAt', title: '核对时间', isExtra: true, width: 156, render: row => <Moment at={row.comparedAt} /> },
]

const isPaymentMethod = (text: string): text is OnlinePaymentMethod => Object.hasOwn(onlinePaymentMethodNames, text)
const isState = (text: string): text is StatementState => Object.hasOwn(statementStateTags, text)

export const figuresOf = (overview: Overview | undefined): FigureFacts[] => [
  {
    label: '未处理差异',
    value: overview ? <Count count={overview.openDifferenceCount} unit="处" /> : null,
    ...(overview && overview.openDifferenceCount > 0 ? { tone: 'bad' as const } : {}),
    to: pathTo('/reconciliation', { tab: 'differences' }),
  },
  {
    label: '银行对账差异',
    value: overview ? <Count count={overview.bankProblemCount} unit="处" /> : null,
    ...(overview && overview.bankProblemCount > 0 ? { tone: 'bad' as const } : {}),
    to: pathTo('/reconciliation', { tab: 'bank' }),
  },
  {
    label: '没有取到账单',
    value: overview ? <Count count={overview.absentDayCount} unit="天" /> : null,
    note: '每小时自动重试',
    ...(overview && overview.absentDayCount > 0 ? { tone: 'waiting' as const } : {}),
  },
  { label: '近30天一致', value: overview ? <Count count={overview.agreedDayCount} unit="份" /> : null, note: '渠道日账单' },
  {
    label: '未入账的银行到账',
    value: overview ? <Money hao={overview.openReceiptHao} /> : null,
    note: overview ? `${overview.openReceiptCount} 笔` : null,
    to: pathTo('/bank', { tab: 'receipts', state: 'waiting' }),
  },
]

/** 对账: reconciliation of each day and payment method with our books. */
export function Page() {
  const own = useListState({ paymentMethod: '', state: '' })
  const list = useTabs(own)
  const overview = useCall(reconciliationCalls.overview, {})
  const [shown, setShown] = useState<Day | null>(null)
  const mayAct = useMay('payment.confirm')
  const { paymentMethod, state } = own.values
  const filter = { ...(isPaymentMethod(paymentMethod) ? { paymentMethod } : {}), ...(isState(state) ? { state } : {}) }
  const query = useListCall(reconciliationCalls.days, { ...filter, ...own.page }, { refetchInterval: pollMs })
  if (list.values.tab === 'bank') return <BankStatements figures={figuresOf(overview.data)} />
  if (list.values.tab !== '') return <DifferenceList isResolved={list.values.tab === 'resolved'} figures={figuresOf(overview.data)} />
  return (
    <ListPage
      id="admin-reconciliation"
      title="对账"
      note="每天10点后取前一天的渠道账单，逐笔与平台核对：收款、退款、金额、是否入账。"
      action={mayAct ? overview.data ? <CompareButton lastDay={overview.data.lastDay} /> : <Button disabled>核对某一天</Button> : null}
      figures={figuresOf(overview.data)}
      list={list}
      query={query}
      columns={[...columns, viewColumn(setShown)]}
      rowKey={row => `${row.paymentMethod} ${row.day}`}
      readPage={page => send(reconciliationCalls.days, { ...filter, ...page })}
      onOpen={setShown}
      tabs={tabs}
      filters={[
        { kind: 'select', name: 'paymentMethod', label: '渠道', options: optionsOf(onlinePaymentMethodNames) },
        { kind: 'select', name: 'state', label: '结果', options: optionsOf(statementStateTags) },
      ]}
      emptyState={{ title: '还没有核对过', text: '有收款的第二天10点后自动核对，也可以手动核对某一天。' }}
      errorTitle="对账没能加载"
    >
      <Suspense>{shown ? <DayDrawer day={shown} onClose={() => setShown(null)} /> : null}</Suspense>
    </ListPage>
  )
}
