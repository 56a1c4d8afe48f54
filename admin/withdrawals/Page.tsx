import { Suspense } from 'react'
import { customerColumn } from '#admin/ui/customer-column.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import { adminWithdrawalCalls, type WithdrawalView } from '#contract/payments/admin-withdrawal.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { send, useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { withdrawalStateTags } from '#ui/labels/payments.ts'
import { viewColumn } from '#ui/list/action-column.tsx'
import { moneyColumn, stateColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { useUrlState } from '#ui/url-state.ts'
import { limits } from '#values/limits.ts'
import { formatYuan } from '#values/money.ts'
import { withdrawalViewNames } from '../ui/labels/payments.ts'

const WithdrawalDrawer = lazyPart('WithdrawalDrawer', () => import('./WithdrawalDrawer.tsx'))

type Row = CallAnswerWire<typeof adminWithdrawalCalls.list>['rows'][number]

const columns: ListColumn<Row>[] = [
  { id: 'createdAt', title: '申请时间', width: 156, render: row => <Moment at={row.createdAt} /> },
  customerColumn({ onPhone: true, isAlways: true, width: 180 }),
  moneyColumn(row => row.amountHao, { id: 'amount', onPhone: true, title: '提现金额', isAlways: true, width: 120 }),
  moneyColumn(row => row.refundedHao, { id: 'refunded', title: '已退回', width: 120 }),
  stateColumn(row => withdrawalStateTags[row.state], { onPhone: true, isAlways: true, width: 100 }),
  { id: 'remark', title: '客户的原因', width: 180, render: row => row.remark || '–' },
  { id: 'number', title: '提现单号', width: 210, render: row => <CopyableId id={row.withdrawalNumber} /> },
  { id: 'member', title: '申请人', isExtra: true, width: 90, render: row => row.memberName ?? '–' },
  { id: 'reason', title: '处理说明', isExtra: true, width: 200, render: row => row.reason ?? '–' },
]

const isView = (text: string): text is WithdrawalView => Object.hasOwn(withdrawalViewNames, text)

/** 提现: customers' withdrawals. */
export function Page() {
  const list = useListState({ view: 'open' })
  const [{ of, withdrawal }, setAddress] = useUrlState({ of: '', withdrawal: '' })
  const { view } = list.values
  const filter = { view: isView(view) ? view : 'open' }
  const query = useListCall(adminWithdrawalCalls.list, { ...filter, ...list.page })
  const open = (row: Row) => setAddress({ of: row.accountId, withdrawal: row.withdrawalId })
  return (
    <ListPage
      id="admin-withdrawals"
      title="提现"
      note={`同意后按最近的充值依次原路退回；超过${formatYuan(limits.fourEyesHao)}的须再由一位同事复核。`}
      list={list}
      query={query}
      columns={[...columns, viewColumn(open)]}
      rowKey={row => row.withdrawalId}
      readPage={page => send(adminWithdrawalCalls.list, { ...filter, ...page })}
      onOpen={open}
      tabs={{ name: 'view', items: Object.entries(withdrawalViewNames).map(([key, label]) => ({ key, label })) }}
      emptyState={{ title: '没有提现', text: '客户申请提现后会出现在这里，等得久的在前。' }}
      errorTitle="提现没能加载"
    >
      <Suspense>
        {of && withdrawal ? (
          <WithdrawalDrawer accountId={of} withdrawalId={withdrawal} onClose={() => setAddress({ of: '', withdrawal: '' })} />
        ) : null}
      </Suspense>
    </ListPage>
  )
}
