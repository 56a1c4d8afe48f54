import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { type WithdrawalState, withdrawalCalls } from '#contract/payments/withdrawal.ts'
import { terms } from '#contract/terms.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { send, useCall, useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import { withdrawalStateTags } from '#ui/labels/payments.ts'
import { viewColumn } from '#ui/list/action-column.tsx'
import { moneyColumn, stateColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { useUrlState } from '#ui/url-state.ts'
import { useMay } from '../../../session.ts'

const WithdrawalForm = lazyPart('WithdrawalForm', () => import('./WithdrawalForm.tsx'))
const WithdrawalDetail = lazyPart('WithdrawalDetail', () => import('./WithdrawalDetail.tsx'))

type Row = CallAnswerWire<typeof withdrawalCalls.list>['rows'][number]

const columns: ListColumn<Row>[] = [
  { id: 'createdAt', onPhone: true, title: '申请时间', width: 156, render: row => <Moment at={row.createdAt} /> },
  moneyColumn(row => row.amountHao, { id: 'amount', onPhone: true, title: '提现金额', isAlways: true, width: 120 }),
  moneyColumn(row => row.refundedHao, { id: 'refunded', title: '已退回', width: 120 }),
  stateColumn(row => withdrawalStateTags[row.state], { onPhone: true, isAlways: true, width: 110 }),
  { id: 'reason', title: '说明', width: 220, render: row => row.reason ?? (row.remark || '–') },
  { id: 'endedAt', title: '结束时间', width: 156, render: row => (row.endedAt ? <Moment at={row.endedAt} /> : '–') },
  { id: 'number', title: '提现单号', width: 220, render: row => <CopyableId id={row.withdrawalNumber} /> },
  { id: 'member', title: '操作人', isExtra: true, width: 100, render: row => row.memberName ?? '–' },
]

const isState = (text: string): text is WithdrawalState => Object.hasOwn(withdrawalStateTags, text)

/** 提现: money is refunded to its source. */
export function WithdrawalList() {
  const list = useListState({ state: '' })
  const [{ withdrawal }, setAddress] = useUrlState({ withdrawal: '' })
  const [isAsking, setAsking] = useState(false)
  const mayPay = useMay('finance.write')
  const { state } = list.values
  const quote = useCall(withdrawalCalls.quote, {})
  const filter = { state: isState(state) ? state : undefined }
  const query = useListCall(withdrawalCalls.list, { ...filter, ...list.page })
  const begin = mayPay ? (
    <Button type="primary" onClick={() => setAsking(true)}>
      申请提现
    </Button>
  ) : null
  const open = (row: Row) => setAddress({ withdrawal: row.withdrawalId })
  return (
    <ListPage
      id="withdrawals"
      title="提现"
      note="钱按最近的充值依次退回原付款账户，只退一年内的充值；提现须人工审核。"
      action={begin}
      figures={[
        { label: '可提现', value: quote.data ? <Money hao={quote.data.withdrawableHao} /> : null },
        { label: terms.available, value: quote.data ? <Money hao={quote.data.availableHao} /> : null },
        { label: '一年内充值可退', value: quote.data ? <Money hao={quote.data.refundableHao} /> : null },
        {
          label: terms.invoiceOwed,
          value: quote.data ? <Money hao={quote.data.owedHao} /> : null,
          ...(quote.data && quote.data.owedHao > 0 ? { tone: 'waiting' as const, note: '开票后又退款的部分，红冲或抵减后才能提现' } : {}),
        },
      ]}
      list={list}
      query={query}
      columns={[...columns, viewColumn(open)]}
      rowKey={row => row.withdrawalId}
      readPage={page => send(withdrawalCalls.list, { ...filter, ...page })}
      onOpen={open}
      filters={[{ kind: 'select', name: 'state', label: '状态', options: optionsOf(withdrawalStateTags) }]}
      emptyState={{ title: '还没有提现', text: '不再使用的余额可以退回原付款账户。', action: begin }}
      errorTitle="提现记录没能加载"
    >
      <Suspense>
        {isAsking ? (
          <WithdrawalForm
            onClose={() => setAsking(false)}
            onDone={withdrawalId => {
              setAsking(false)
              setAddress({ withdrawal: withdrawalId })
            }}
          />
        ) : null}
        {withdrawal ? <WithdrawalDetail withdrawalId={withdrawal} onClose={() => setAddress({ withdrawal: '' })} /> : null}
      </Suspense>
    </ListPage>
  )
}
