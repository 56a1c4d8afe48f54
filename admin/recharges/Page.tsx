import { App } from 'antd'
import { useState } from 'react'
import { useMay } from '#admin/session.ts'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { customerColumn } from '#admin/ui/customer-column.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import { adminRechargeCalls } from '#contract/payments/admin-recharge.ts'
import { type PaymentMethod, paymentMethodNames, type RechargeState } from '#contract/payments/recharge.ts'
import { reconciliationCalls } from '#contract/payments/reconciliation.ts'
import { terms } from '#contract/terms.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { send, useAct, useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { closeReasonNames, rechargeStateTags } from '#ui/labels/payments.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { moneyColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { formatYuan } from '#values/money.ts'

type Row = CallAnswerWire<typeof adminRechargeCalls.list>['rows'][number]
type Kind = 'credit' | 'giveBack'

function stateText(row: Row): string {
  if (row.state === 'failed' && row.handledAt) return '正在原路退回'
  return row.state === 'closed' && row.closeReason ? closeReasonNames[row.closeReason] : rechargeStateTags[row.state].name
}

const facts: ListColumn<Row>[] = [
  { id: 'createdAt', title: '时间', width: 156, render: row => <Moment at={row.createdAt} /> },
  customerColumn({ isAlways: true, width: 170 }),
  { id: 'paymentMethod', title: '渠道', width: 90, render: row => paymentMethodNames[row.paymentMethod] },
  moneyColumn(row => row.amountHao, { id: 'amount', title: terms.due, isAlways: true, width: 110 }),
  { id: 'paid', title: '实收', isNumber: true, width: 110, render: row => (row.paidHao === null ? '–' : <Money hao={row.paidHao} />) },
  {
    id: 'refunded',
    title: '已退',
    isNumber: true,
    width: 100,
    render: row => (row.refundedHao > 0 ? <Money hao={row.refundedHao} /> : '–'),
  },
  {
    id: 'state',
    title: '状态',
    isAlways: true,
    width: 140,
    render: row => <StateTag tone={rechargeStateTags[row.state].tone}>{stateText(row)}</StateTag>,
  },
  {
    id: 'handled',
    title: '处理说明',
    width: 180,
    render: row => (row.handledReason ? `${row.handledBy ?? ''} ${row.handledReason}` : '–'),
  },
  { id: 'tradeNumber', title: '充值单号', width: 210, render: row => <CopyableId id={row.tradeNumber} /> },
  {
    id: 'gateway',
    title: '渠道流水号',
    isExtra: true,
    width: 240,
    render: row => (row.gatewayNumber ? <CopyableId id={row.gatewayNumber} most={28} /> : '–'),
  },
  { id: 'payer', title: '付款人', isExtra: true, width: 150, render: row => row.payer || '–' },
]

const acts: Record<Kind, { title: string; consequence: (row: Row) => string }> = {
  credit: {
    title: '按实收入账',
    consequence: row => `实收 ${formatYuan(row.paidHao ?? 0)} 计入客户的可用余额，客户会收到通知。`,
  },
  giveBack: {
    title: '原路退回',
    consequence: row => `实收 ${formatYuan(row.paidHao ?? 0)} 退回付款人，没有入账，客户会收到通知。`,
  },
}

const isState = (text: string): text is RechargeState => Object.hasOwn(rechargeStateTags, text)
const isPaymentMethod = (text: string): text is PaymentMethod => Object.hasOwn(paymentMethodNames, text)

/** 充值查询: recharges with a deviating sum, to be decided; and all recharges. */
export function Page() {
  const { message } = App.useApp()
  const list = useListState({ view: '', number: '', state: '', paymentMethod: '' })
  const { view, number, state, paymentMethod } = list.values
  const isAll = view === 'all'
  const [asked, setAsked] = useState<{ kind: Kind; row: Row } | null>(null)
  const mayAct = useMay('payment.confirm')
  const filter = {
    view: isAll ? 'all' : 'failed',
    ...(number ? { number } : {}),
    ...(isAll && isState(state) ? { state } : {}),
    ...(isPaymentMethod(paymentMethod) ? { paymentMethod } : {}),
  } as const
  const query = useListCall(adminRechargeCalls.list, { ...filter, ...list.page })
  const options = {
    invalidates: [adminRechargeCalls.list, reconciliationCalls.differences],
    onDone: () => {
      void message.success('已处理')
      setAsked(null)
    },
  }
  const credit = useAct(adminRechargeCalls.credit, options)
  const giveBack = useAct(adminRechargeCalls.giveBack, options)
  const actOf = (row: Row) =>
    row.state === 'failed' && !row.handledAt && row.paidHao !== null
      ? (['credit', 'giveBack'] as const).map(kind => ({ label: acts[kind].title, onClick: () => setAsked({ kind, row }) }))
      : []
  const act = actionColumn<Row>(160, row => actOf(row))
  // Beside the state that it acts on; later columns may scroll.
  const columns = mayAct ? facts.flatMap(column => (column.id === 'state' ? [column, act] : [column])) : facts
  return (
    <ListPage
      id="admin-recharges"
      title="充值查询"
      note="支付通道收到的金额与订单不同的充值没有入账，由人工决定按实收入账还是原路退回。"
      list={list}
      query={query}
      columns={columns}
      rowKey={row => row.rechargeId}
      readPage={page => send(adminRechargeCalls.list, { ...filter, ...page })}
      tabs={{
        name: 'view',
        items: [
          { key: '', label: '金额不符' },
          { key: 'all', label: '全部充值' },
        ],
      }}
      filters={[
        { kind: 'search', name: 'number', label: '充值单号或渠道流水号' },
        { kind: 'select', name: 'paymentMethod', label: '渠道', options: optionsOf(paymentMethodNames) },
        ...(isAll
          ? [
              {
                kind: 'select' as const,
                name: 'state',
                label: '状态',
                options: optionsOf(rechargeStateTags),
              },
            ]
          : []),
      ]}
      emptyState={
        isAll
          ? { title: '没有充值', text: '客户的充值会出现在这里。' }
          : { title: '没有金额不符的充值', text: '支付通道收到的金额与订单一致的充值会自动入账。' }
      }
      errorTitle="充值没能加载"
    >
      {asked ? (
        <ActForm<{ reason: string }>
          title={`${acts[asked.kind].title}：${asked.row.tradeNumber}`}
          okText={acts[asked.kind].title}
          consequence={acts[asked.kind].consequence(asked.row)}
          reasonHint="记入操作记录。"
          act={asked.kind === 'credit' ? credit : giveBack}
          onSubmit={({ reason }) => {
            const { accountId, rechargeId } = asked.row
            ;(asked.kind === 'credit' ? credit : giveBack).mutate({ accountId, rechargeId, reason })
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </ListPage>
  )
}
