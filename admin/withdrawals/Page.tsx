import { Suspense } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#admin/paths.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { adminWithdrawalCalls, type WithdrawalView } from '#contract/payments/admin-withdrawal.ts'
import { viewColumn } from '#ui/action-column.tsx'
import { CopyableId } from '#ui/CopyButton.tsx'
import { useListCall } from '#ui/call.ts'
import { lazyPart } from '#ui/chunk.ts'
import { ListPage } from '#ui/ListPage.tsx'
import { withdrawalStateTags } from '#ui/labels/payments.ts'
import type { ListColumn } from '#ui/list-columns.ts'
import { useListState } from '#ui/list-state.ts'
import { Moment } from '#ui/Moment.tsx'
import { Money } from '#ui/Money.tsx'
import { StateTag } from '#ui/StateTag.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { limits } from '#values/limits.ts'
import { formatYuan } from '#values/money.ts'
import { withdrawalViewNames } from '../ui/labels/payments.ts'

const WithdrawalDrawer = lazyPart('WithdrawalDrawer', () => import('./WithdrawalDrawer.tsx'))

type Row = CallAnswerWire<typeof adminWithdrawalCalls.list>['rows'][number]

const columns: ListColumn<Row>[] = [
  { id: 'createdAt', title: '申请时间', width: 140, render: row => <Moment at={row.createdAt} short /> },
  {
    id: 'account',
    onPhone: true,
    title: '客户',
    isAlways: true,
    width: 180,
    render: row => <Link to={pathTo('/customers', { id: row.accountId })}>{row.accountName}</Link>,
  },
  {
    id: 'amount',
    onPhone: true,
    title: '提现金额',
    isNumber: true,
    isAlways: true,
    width: 120,
    render: row => <Money hao={row.amountHao} />,
  },
  {
    id: 'refunded',
    title: '已退回',
    isNumber: true,
    width: 120,
    sortBy: row => row.refundedHao,
    render: row => <Money hao={row.refundedHao} />,
  },
  {
    id: 'state',
    onPhone: true,
    title: '状态',
    isAlways: true,
    width: 100,
    render: row => <StateTag tone={withdrawalStateTags[row.state].tone}>{withdrawalStateTags[row.state].name}</StateTag>,
  },
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
  const query = useListCall(adminWithdrawalCalls.list, { view: isView(view) ? view : 'open', ...list.page })
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
