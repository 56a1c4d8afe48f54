import { Button } from 'antd'
import { useState } from 'react'
import style from '#admin/ui/Tables.module.css'
import { adminCustomerCalls } from '#contract/account/admin-customer.ts'
import { terms } from '#contract/terms.ts'
import { send, useListCall } from '#ui/call.ts'
import { Segments } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { moneyColumn, stateColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { useUrlState } from '#ui/url-state.ts'
import { keysOf } from '#values/keys.ts'
import { accountStateTags } from '../ui/labels/account.ts'
import { CustomerActDialog } from './CustomerActDialog.tsx'
import { CustomerDetail } from './CustomerDetail.tsx'
import type { CustomerAct, CustomerRow } from './customer.ts'

const states = keysOf(accountStateTags)

const facts: ListColumn<CustomerRow>[] = [
  {
    id: 'attested',
    title: '认证主体',
    width: 200,
    render: row => row.attestedName ?? <StateTag tone="waiting">未认证</StateTag>,
  },
  stateColumn(row => accountStateTags[row.state], { onPhone: true, width: 90 }),
  { id: 'login', title: '所有者', width: 120, render: row => row.ownerLogin || '–' },
  { id: 'phone', title: '手机', width: 120, render: row => row.ownerPhone || '–' },
  moneyColumn(row => row.availableHao, { id: 'balance', decimals: 4, onPhone: true, title: terms.available, width: 120 }),
  { id: 'segments', title: '套餐余量', isNumber: true, width: 120, render: row => <Segments count={row.remainingSegments} /> },
  { id: 'createdAt', title: '注册时间', width: 156, render: row => <Moment at={row.createdAt} /> },
]

/** 客户: searched by name, phone or login; details and possible acts. */
export function Page() {
  const list = useListState({ search: '', state: '', attested: '' })
  const [{ id }, setUrl] = useUrlState({ id: '' })
  const [asked, setAsked] = useState<{ act: CustomerAct; customer: CustomerRow } | null>(null)
  const { search, attested } = list.values
  const filter = {
    ...(search ? { search } : {}),
    state: states.find(one => one === list.values.state),
    attested: attested === 'yes' || attested === 'no' ? attested : undefined,
  } as const
  const query = useListCall(adminCustomerCalls.list, { ...filter, ...list.page })
  const open = (row: CustomerRow) => setUrl({ id: row.accountId })
  const columns: ListColumn<CustomerRow>[] = [
    {
      id: 'name',
      onPhone: true,
      title: '账户名称',
      isAlways: true,
      width: 180,
      render: row => (
        <Button type="link" size="small" className={style.open ?? ''} onClick={() => open(row)}>
          {row.name}
        </Button>
      ),
    },
    ...facts,
  ]
  return (
    <ListPage
      id="admin-customer"
      title="客户"
      note="按名称的一部分、完整的手机号或后4位、完整的登录名查找。"
      list={list}
      query={query}
      columns={columns}
      rowKey={row => row.accountId}
      readPage={page => send(adminCustomerCalls.list, { ...filter, ...page })}
      onOpen={open}
      filters={[
        { kind: 'search', name: 'search', label: '查找客户', placeholder: '名称、手机号、后4位或登录名' },
        { kind: 'select', name: 'state', label: '状态', options: states.map(value => ({ value, label: accountStateTags[value].name })) },
        {
          kind: 'select',
          name: 'attested',
          label: '认证',
          options: [
            { value: 'yes', label: '已认证' },
            { value: 'no', label: '未认证' },
          ],
        },
      ]}
      emptyState={{ title: '还没有客户', text: '有人注册后会出现在这里。' }}
      errorTitle="客户没能加载"
    >
      {id ? (
        <CustomerDetail accountId={id} onClose={() => setUrl({ id: '' })} onAct={(act, customer) => setAsked({ act, customer })} />
      ) : null}
      {asked ? <CustomerActDialog {...asked} onClose={() => setAsked(null)} /> : null}
    </ListPage>
  )
}
