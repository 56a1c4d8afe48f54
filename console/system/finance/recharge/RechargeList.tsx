import { useNavigate } from 'react-router'
import { NextStep } from '#console/shared/NextStep.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import { type PaymentMethod, paymentMethodNames, type RechargeState, rechargeCalls } from '#contract/payments/recharge.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { send, useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { closeReasonNames, rechargeStateTags } from '#ui/labels/payments.ts'
import { viewColumn } from '#ui/list/action-column.tsx'
import { moneyColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { pathTo } from '../../../paths.ts'
import { useMay } from '../../../session.ts'

type Row = CallAnswerWire<typeof rechargeCalls.list>['rows'][number]

const columns: ListColumn<Row>[] = [
  { id: 'createdAt', onPhone: true, title: '时间', width: 156, render: row => <Moment at={row.createdAt} /> },
  moneyColumn(row => row.amountHao, { id: 'amount', onPhone: true, title: '金额', isAlways: true, width: 120 }),
  { id: 'paymentMethod', title: '支付方式', width: 100, render: row => paymentMethodNames[row.paymentMethod] },
  {
    id: 'state',
    onPhone: true,
    title: '状态',
    isAlways: true,
    width: 140,
    render: row => (
      <StateTag tone={rechargeStateTags[row.state].tone}>
        {row.state === 'closed' && row.closeReason ? closeReasonNames[row.closeReason] : rechargeStateTags[row.state].name}
      </StateTag>
    ),
  },
  {
    id: 'refunded',
    title: '已退回',
    isNumber: true,
    isExtra: true,
    width: 110,
    render: row => (row.refundedHao > 0 ? <Money hao={row.refundedHao} /> : '–'),
  },
  { id: 'paidAt', title: '到账时间', width: 156, render: row => (row.paidAt ? <Moment at={row.paidAt} /> : '–') },
  { id: 'tradeNumber', title: '充值单号', width: 220, render: row => <CopyableId id={row.tradeNumber} /> },
  {
    id: 'gatewayNumber',
    title: '渠道流水号',
    isExtra: true,
    width: 260,
    render: row => (row.gatewayNumber ? <CopyableId id={row.gatewayNumber} /> : '–'),
  },
  { id: 'payer', title: '付款人', isExtra: true, width: 160, render: row => row.payer || '–' },
  { id: 'member', title: '操作人', width: 100, render: row => row.memberName ?? '–' },
]

const isState = (text: string): text is RechargeState => Object.hasOwn(rechargeStateTags, text)
const isPaymentMethod = (text: string): text is PaymentMethod => Object.hasOwn(paymentMethodNames, text)

/** 充值记录: every recharge attempt with its result. */
export function RechargeList() {
  const list = useListState({ state: '', paymentMethod: '', tradeNumber: '' })
  const { state, paymentMethod, tradeNumber } = list.values
  const navigate = useNavigate()
  const mayPay = useMay('finance.write')
  const filter = {
    state: isState(state) ? state : undefined,
    paymentMethod: isPaymentMethod(paymentMethod) ? paymentMethod : undefined,
    tradeNumber: tradeNumber || undefined,
  }
  const query = useListCall(rechargeCalls.list, { ...filter, ...list.page })
  const begin = mayPay ? (
    <LinkButton type="primary" to={pathTo('/system/finance/recharge')}>
      充值
    </LinkButton>
  ) : null
  const open = (row: Row) => void navigate(pathTo('/system/finance/recharge', { id: row.rechargeId }))
  return (
    <ListPage
      id="recharges"
      title="充值记录"
      action={begin}
      list={list}
      query={query}
      columns={[...columns, viewColumn(open)]}
      rowKey={row => row.rechargeId}
      readPage={page => send(rechargeCalls.list, { ...filter, ...page })}
      onOpen={open}
      filters={[
        { kind: 'search', name: 'tradeNumber', label: '充值单号或渠道流水号' },
        { kind: 'select', name: 'state', label: '状态', options: optionsOf(rechargeStateTags) },
        { kind: 'select', name: 'paymentMethod', label: '支付方式', options: optionsOf(paymentMethodNames) },
      ]}
      emptyState={{ title: '还没有充值记录', text: '充值后余额立即可用，可以购买套餐，也可以按条付费。', action: begin }}
      next={<NextStep of="recharges" />}
      errorTitle="充值记录没能加载"
    />
  )
}
