import { Button } from 'antd'
import { useState } from 'react'
import { useMe } from '#admin/session.ts'
import { staffRoles } from '#contract/identity/permission.ts'
import { adminStaffCalls } from '#contract/staff/admin-staff.ts'
import { useCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { stateColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { type RowAction, RowActions } from '#ui/list/RowActions.tsx'
import { keysOf } from '#values/keys.ts'
import { staffStateTags } from '../ui/labels/staff.ts'
import { InitialPassword } from './InitialPassword.tsx'
import { CreateStaffDialog, StaffActDialog } from './StaffDialogs.tsx'
import { type StaffAct, type StaffRow, staffCan } from './staff.ts'

/** 员工: staff accounts, with role and state. */
export function Page() {
  const list = useListState({})
  const query = useCall(adminStaffCalls.list, {})
  const [isCreating, setCreating] = useState(false)
  const [opened, setOpened] = useState<{ act: StaffAct; row: StaffRow } | null>(null)
  const [made, setMade] = useState<{ name: string; login: string; password: string } | null>(null)
  const ownId = useMe().data?.staff.staffId
  const actionsOf = (row: StaffRow): RowAction[] =>
    row.staffId === ownId
      ? []
      : keysOf(staffCan)
          .filter(act => staffCan[act].isPossible(row))
          .map(act => ({ label: staffCan[act].name, isDanger: staffCan[act].isDanger, onClick: () => setOpened({ act, row }) }))
  return (
    <ListPage
      id="admin-staff"
      title="员工"
      note="自己的密码和身份验证器在“我的账号”里修改；角色的修改立即生效，并让他重新登录。"
      action={
        <Button type="primary" onClick={() => setCreating(true)}>
          新建员工
        </Button>
      }
      list={list}
      query={query}
      columns={[
        ...columns,
        {
          id: 'actions',
          title: '操作',
          isAlways: true,
          fixed: 'end',
          width: 200,
          render: row => (row.staffId === ownId ? '本人' : <RowActions actions={actionsOf(row)} />),
        },
      ]}
      rowKey={row => row.staffId}
      emptyState={{ title: '还没有员工', text: '新建后把初始密码交给本人。' }}
      errorTitle="员工没能加载"
    >
      {isCreating ? <CreateStaffDialog onMade={setMade} onClose={() => setCreating(false)} /> : null}
      {opened ? <StaffActDialog {...opened} onMade={setMade} onClose={() => setOpened(null)} /> : null}
      {made ? <InitialPassword {...made} onClose={() => setMade(null)} /> : null}
    </ListPage>
  )
}

const columns: ListColumn<StaffRow>[] = [
  { id: 'name', title: '姓名', isAlways: true, width: 100, render: row => row.name },
  { id: 'login', title: '登录名', width: 100, render: row => row.login },
  { id: 'role', title: '角色', width: 90, render: row => staffRoles[row.role].name },
  stateColumn(row => staffStateTags[row.state], { width: 110 }),
  {
    id: 'totp',
    title: '身份验证器',
    width: 110,
    render: row => <StateTag tone={row.hasTotp ? 'good' : 'waiting'}>{row.hasTotp ? '已绑定' : '未绑定'}</StateTag>,
  },
  { id: 'password', title: '密码', width: 110, render: row => (row.mustChangePassword ? '初始密码未改' : '已自行设置') },
  { id: 'online', title: '登录中', width: 80, render: row => (row.sessionCount > 0 ? `${row.sessionCount}台设备` : '–') },
  { id: 'last', title: '最近登录', width: 156, sortBy: row => row.lastSignInAt, render: row => <Moment at={row.lastSignInAt} /> },
  { id: 'address', title: '登录地址', width: 120, render: row => row.lastSignInAddress || '–' },
  {
    id: 'created',
    title: '创建时间',
    isExtra: true,
    width: 150,
    sortBy: row => row.createdAt,
    render: row => <Moment at={row.createdAt} />,
  },
]
