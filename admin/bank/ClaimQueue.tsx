import { Button } from 'antd'
import { Suspense } from 'react'
import { useMay } from '#admin/session.ts'
import { useBulk } from '#admin/ui/bulk.ts'
import { customerColumn } from '#admin/ui/customer-column.tsx'
import { adminBankCalls } from '#contract/payments/admin-bank.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { send, useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { claimStateTags } from '#ui/labels/payments.ts'
import { viewColumn } from '#ui/list/action-column.tsx'
import { moneyColumn, stateColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { useUrlState } from '#ui/url-state.ts'
import { nameSupportTags } from '../ui/labels/payments.ts'
import type { AnswerKind } from './BankDialogs.tsx'
import { type ClaimRow, tabs, useTabs } from './bank.ts'

const AnswerManyDialog = lazyPart('AnswerManyDialog', () => import('./AnswerManyDialog.tsx'))
const ClaimDrawer = lazyPart('ClaimDrawer', () => import('./ClaimDrawer.tsx'))

const columns: ListColumn<ClaimRow>[] = [
  { id: 'createdAt', title: '提交时间', width: 156, render: row => <Moment at={row.createdAt} /> },
  customerColumn({ onPhone: true, isAlways: true, width: 170 }),
  moneyColumn(row => row.amountHao, { id: 'amount', onPhone: true, title: '金额', isAlways: true, width: 120 }),
  { id: 'payer', title: '汇款户名', width: 190, render: row => row.payerName },
  stateColumn(row => nameSupportTags[row.nameSupport], { id: 'support', title: '户名核对', width: 130 }),
  { id: 'paidOn', title: '汇款日期', width: 100, render: row => row.paidOn },
  stateColumn(row => claimStateTags[row.state], { onPhone: true, width: 90 }),
  { id: 'number', title: '认领单号', isExtra: true, width: 210, render: row => <CopyableId id={row.claimNumber} /> },
  { id: 'reason', title: '说明', isExtra: true, width: 200, render: row => row.reason ?? '–' },
]

/** Waiting claims, the oldest first; or decided ones. */
export function ClaimQueue({ isEnded }: { isEnded: boolean }) {
  const own = useListState({})
  const list = useTabs(own)
  const [{ of, claim }, setAddress] = useUrlState({ of: '', claim: '' })
  const filter = { view: isEnded ? 'ended' : 'open' } as const
  const query = useListCall(adminBankCalls.claims, { ...filter, ...own.page })
  const mayAct = useMay('payment.confirm')
  const bulk = useBulk<ClaimRow, AnswerKind>()
  const open = (row: ClaimRow) => setAddress({ of: row.accountId, claim: row.claimId })
  return (
    <ListPage
      id="admin-claims"
      title="汇款"
      note="先登记银行到账，再把客户的认领与到账核对；只按银行到账入账，回单只用来找人。"
      list={list}
      query={query}
      columns={[...columns, viewColumn(open)]}
      rowKey={row => row.claimId}
      readPage={page => send(adminBankCalls.claims, { ...filter, ...page })}
      onOpen={open}
      batch={
        mayAct && !isEnded
          ? (choice, clear) => (
              <>
                <Button onClick={() => bulk.open('askMore', choice, clear)}>要求补充</Button>
                <Button danger onClick={() => bulk.open('reject', choice, clear)}>
                  驳回
                </Button>
              </>
            )
          : undefined
      }
      tabs={tabs}
      emptyState={
        isEnded
          ? { title: '还没有处理过认领', text: '处理过的认领会留在这里。' }
          : { title: '没有等待处理的认领', text: '客户认领汇款后会出现在这里，等得久的在前。' }
      }
      errorTitle="汇款认领没能加载"
    >
      <Suspense>
        {bulk.asked ? <AnswerManyDialog kind={bulk.asked.act} {...bulk.props(bulk.asked)} /> : null}
        {claim && of ? <ClaimDrawer accountId={of} claimId={claim} onClose={() => setAddress({ of: '', claim: '' })} /> : null}
      </Suspense>
    </ListPage>
  )
}
