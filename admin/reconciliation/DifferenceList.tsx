import { App } from 'antd'
import { useState } from 'react'
import { useMay } from '#admin/session.ts'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { customerColumn } from '#admin/ui/customer-column.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import { type OnlinePaymentMethod, onlinePaymentMethodNames } from '#contract/payments/recharge.ts'
import { reconciliationCalls } from '#contract/payments/reconciliation.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { send, useAct, useListCall } from '#ui/call.ts'
import type { FigureFacts } from '#ui/display/Figures.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { differenceProblemNames } from '../ui/labels/payments.ts'
import { tabs, useTabs } from './tabs.ts'

type Row = CallAnswerWire<typeof reconciliationCalls.differences>['rows'][number]

const kinds = { payment: '收款', refund: '退款' } as const
const sum = (hao: number | null) => (hao === null ? '–' : <Money hao={hao} />)

const facts: ListColumn<Row>[] = [
  { id: 'day', title: '日期', width: 105, render: row => row.day },
  { id: 'paymentMethod', title: '渠道', width: 90, render: row => onlinePaymentMethodNames[row.paymentMethod] },
  { id: 'kind', title: '类型', width: 70, render: row => kinds[row.kind] },
  {
    id: 'problem',
    title: '差异',
    isAlways: true,
    width: 170,
    render: row => <StateTag tone={row.resolvedAt ? 'ended' : 'bad'}>{differenceProblemNames[row.problem]}</StateTag>,
  },
  { id: 'their', title: '渠道金额', isNumber: true, width: 110, render: row => sum(row.theirHao) },
  { id: 'our', title: '平台金额', isNumber: true, width: 110, render: row => sum(row.ourHao) },
  {
    id: 'number',
    title: '单号',
    isAlways: true,
    width: 220,
    render: row => <CopyableId id={row.refundNumber || row.tradeNumber} most={24} />,
  },
  customerColumn({ width: 150 }),
]

const isPaymentMethod = (text: string): text is OnlinePaymentMethod => Object.hasOwn(onlinePaymentMethodNames, text)

/** Differences between a payment method's statement and our books, by trade. */
export function DifferenceList({ isResolved, figures }: { isResolved: boolean; figures: FigureFacts[] }) {
  const { message } = App.useApp()
  const own = useListState({ paymentMethod: '', day: '' })
  const list = useTabs(own)
  const [asked, setAsked] = useState<Row | null>(null)
  const mayAct = useMay('payment.confirm')
  const { paymentMethod, day } = own.values
  const filter = {
    ...(isPaymentMethod(paymentMethod) ? { paymentMethod } : {}),
    ...(/^\d{4}-\d\d-\d\d$/.test(day) ? { day } : {}),
    isResolved: String(isResolved),
  }
  const query = useListCall(reconciliationCalls.differences, { ...filter, ...own.page })
  const resolve = useAct(reconciliationCalls.resolve, {
    invalidates: [reconciliationCalls.days, reconciliationCalls.differences, reconciliationCalls.overview],
    onDone: () => {
      void message.success('已处理')
      setAsked(null)
    },
  })
  const columns: ListColumn<Row>[] = isResolved
    ? [
        ...facts,
        { id: 'resolved', title: '处理', width: 220, render: row => `${row.resolvedBy ?? '系统'}：${row.remark ?? ''}` },
        { id: 'resolvedAt', title: '处理时间', width: 156, render: row => <Moment at={row.resolvedAt} /> },
      ]
    : [...facts, ...(mayAct ? [actionColumn(90, (row: Row) => [{ label: '处理', onClick: () => setAsked(row) }])] : [])]
  return (
    <ListPage
      id={isResolved ? 'admin-differences-resolved' : 'admin-differences'}
      title="对账"
      note="先查明原因并改正（如处理金额不符的充值），再重新核对；不能改正的写明原因后处理。"
      figures={figures}
      list={list}
      query={query}
      columns={columns}
      rowKey={row => [row.paymentMethod, row.day, row.kind, row.tradeNumber, row.refundNumber].join(' ')}
      readPage={page => send(reconciliationCalls.differences, { ...filter, ...page })}
      tabs={tabs}
      filters={[{ kind: 'select', name: 'paymentMethod', label: '渠道', options: optionsOf(onlinePaymentMethodNames) }]}
      emptyState={
        isResolved
          ? { title: '还没有处理过差异', text: '处理过的差异会留在这里。' }
          : { title: '没有差异', text: '渠道账单与平台账逐笔一致。' }
      }
      errorTitle="对账差异没能加载"
    >
      {asked ? (
        <ActForm<{ reason: string }>
          title={`处理差异：${differenceProblemNames[asked.problem]}`}
          okText="标为已处理"
          consequence="只记录原因，不改动任何账；差异再变化时会重新出现。"
          reasonHint="记入对账记录和操作记录。"
          act={resolve}
          onSubmit={({ reason }) => {
            const { paymentMethod: of, day: on, kind, tradeNumber, refundNumber } = asked
            resolve.mutate({ paymentMethod: of, day: on, kind, tradeNumber, refundNumber, reason })
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </ListPage>
  )
}
