import { Suspense } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { bankCalls, type ClaimState } from '#contract/payments/bank.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { send, useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { claimStateTags } from '#ui/labels/payments.ts'
import { viewColumn } from '#ui/list/action-column.tsx'
import { moneyColumn, stateColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { useUrlState } from '#ui/url-state.ts'
import { pathTo } from '../../../paths.ts'
import { useMay } from '../../../session.ts'

const ClaimDetail = lazyPart('ClaimDetail', () => import('./ClaimDetail.tsx'))

type Row = CallAnswerWire<typeof bankCalls.list>['rows'][number]

const columns: ListColumn<Row>[] = [
  { id: 'createdAt', onPhone: true, title: '提交时间', width: 156, render: row => <Moment at={row.createdAt} /> },
  moneyColumn(row => row.amountHao, { id: 'amount', onPhone: true, title: '金额', isAlways: true, width: 120 }),
  { id: 'payer', title: '汇款户名', width: 200, render: row => row.payerName },
  { id: 'paidOn', title: '汇款日期', width: 110, render: row => row.paidOn },
  stateColumn(row => claimStateTags[row.state], { onPhone: true, isAlways: true, width: 110 }),
  { id: 'reason', title: '说明', width: 220, render: row => row.reason ?? '–' },
  { id: 'number', title: '认领单号', width: 220, render: row => <CopyableId id={row.claimNumber} /> },
  { id: 'member', title: '操作人', isExtra: true, width: 100, render: row => row.memberName ?? '–' },
]

const isState = (text: string): text is ClaimState => Object.hasOwn(claimStateTags, text)

/** 汇款认领: claims of transfers, and staff's decisions. */
export function ClaimList() {
  const list = useListState({ state: '', claimNumber: '' })
  const [{ claim }, setAddress] = useUrlState({ claim: '' })
  const { state, claimNumber } = list.values
  const mayPay = useMay('finance.write')
  const filter = {
    state: isState(state) ? state : undefined,
    claimNumber: claimNumber || undefined,
  }
  const query = useListCall(bankCalls.list, { ...filter, ...list.page })
  const begin = mayPay ? (
    <LinkButton type="primary" to={pathTo('/system/finance/recharge', { tab: 'bank' })}>
      对公转账
    </LinkButton>
  ) : null
  const open = (row: Row) => setAddress({ claim: row.claimId })
  return (
    <ListPage
      id="bank-claims"
      title="汇款认领"
      action={begin}
      list={list}
      query={query}
      columns={[...columns, viewColumn(open)]}
      rowKey={row => row.claimId}
      readPage={page => send(bankCalls.list, { ...filter, ...page })}
      onOpen={open}
      filters={[
        { kind: 'search', name: 'claimNumber', label: '认领单号' },
        { kind: 'select', name: 'state', label: '状态', options: optionsOf(claimStateTags) },
      ]}
      emptyState={{ title: '还没有汇款认领', text: '对公汇款后上传回单，工作人员核对银行到账后计入余额。', action: begin }}
      errorTitle="汇款认领没能加载"
    >
      <Suspense>{claim ? <ClaimDetail claimId={claim} onClose={() => setAddress({ claim: '' })} /> : null}</Suspense>
    </ListPage>
  )
}
