import { App, Button } from 'antd'
import { useState } from 'react'
import { memberCalls } from '#contract/account/member.ts'
import { profileCalls } from '#contract/account/profile.ts'
import { roles } from '#contract/identity/permission.ts'
import { useAct, useCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { ScrollingTable } from '#ui/display/Table.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { type RowAction, RowActions } from '#ui/list/RowActions.tsx'
import layout from '#ui/theme/layout.module.css'
import { meCall, useMay, useMe } from '../../../session.ts'
import { secondFactorTexts } from '../../../shared/labels/account.ts'
import { Invitations } from './Invitations.tsx'
import { Avatar } from './Lines.tsx'
import { InviteDialog, RoleDialog } from './MemberDialogs.tsx'
import type { MemberRow } from './profile.ts'
import { RoleTable } from './RoleTable.tsx'
import style from './Userinfo.module.css'

/** 成员与角色: members, invitations, and permissions of each role. */
export function MembersTab() {
  const query = useCall(memberCalls.list, {})
  const mayWrite = useMay('member.write')
  const [isInviting, setInviting] = useState(false)
  const [changed, setChanged] = useState<MemberRow | null>(null)
  const actionsOf = useMemberActions(setChanged)
  if (query.error && !query.data) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} title="成员没能加载" />
  const { members = [], invitations = [], limit = 0 } = query.data ?? {}
  return (
    <div className={`${style.stack} ${style.wide}`}>
      <Panel
        title={`成员 ${members.length || ''}`}
        note={`所有者之外最多${limit}人。移除成员或修改角色后，他在所有设备上立即下线。`}
        action={
          mayWrite ? (
            <Button type="primary" onClick={() => setInviting(true)}>
              邀请成员
            </Button>
          ) : null
        }
      >
        <ScrollingTable
          label="成员列表"
          className={`${layout.table} ${style.table}`}
          isBusy={query.isPending}
          rows={members}
          rowKey={row => row.memberId}
          columns={[
            { title: '成员', render: row => <Member row={row} /> },
            { title: '手机号', render: row => row.phone },
            { title: '角色', render: row => roles[row.role].name },
            { title: '二次验证', render: row => (row.secondFactor === 'none' ? '未开启' : secondFactorTexts[row.secondFactor].name) },
            { title: '最近登录', render: row => <Moment at={row.lastSignInAt} /> },
            { title: '操作', render: row => <RowActions actions={actionsOf(row)} /> },
          ]}
        />
      </Panel>
      {invitations.length > 0 ? <Invitations rows={invitations} /> : null}
      <RoleTable />
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
      {changed ? <RoleDialog member={changed} onClose={() => setChanged(null)} /> : null}
    </div>
  )
}

const Member = ({ row }: { row: MemberRow }) => (
  <span className={style.who}>
    <Avatar name={row.name} avatarId={row.avatarId} />
    <span>
      {row.name} {row.isOnline ? <StateTag tone="good">在线</StateTag> : null}
      <span className={`${layout.block} ${layout.note}`}>{row.login ?? '用手机号登录'}</span>
    </span>
  </span>
)

/** Possible acts on a member: never on oneself, never on the owner; only the owner transfers the account. */
function useMemberActions(onRole: (row: MemberRow) => void): (row: MemberRow) => RowAction[] {
  const { modal, message } = App.useApp()
  const me = useMe().data
  const mayWrite = useMay('member.write')
  const mayTransfer = useMay('account.close')
  const invalidates = [memberCalls.list, profileCalls.one, meCall]
  const remove = useAct(memberCalls.remove, { invalidates })
  const reset = useAct(memberCalls.resetFactor, { invalidates })
  const transfer = useAct(memberCalls.transfer, { invalidates })
  const confirm = (
    act: { mutateAsync: (input: { memberId: string }) => Promise<unknown> },
    row: MemberRow,
    words: [string, string, string],
  ) =>
    void modal.confirm({
      title: words[0],
      content: words[1],
      okText: words[2],
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: () =>
        act.mutateAsync({ memberId: row.memberId }).then(
          () => void message.success(`${row.name}：已${words[2]}`),
          (error: Error) => void message.error(error.message),
        ),
    })
  return row => {
    if (!mayWrite || row.role === 'owner' || row.memberId === me?.member.memberId) return []
    const actions: RowAction[] = [{ label: '修改角色', onClick: () => onRole(row) }]
    if (row.secondFactor !== 'none')
      actions.push({
        label: '重置二次验证',
        onClick: () =>
          confirm(reset, row, [`重置${row.name}的二次验证？`, '他丢失手机或验证器时使用。重置后只用密码登录，现有登录全部失效。', '重置']),
      })
    actions.push({
      label: '移除',
      isDanger: true,
      onClick: () =>
        confirm(remove, row, [`移除成员${row.name}？`, '他会立即在所有设备上下线，不能再登录这个账户；他做过的操作仍留在日志里。', '移除']),
    })
    if (mayTransfer)
      actions.push({
        label: '转让所有权',
        isDanger: true,
        onClick: () =>
          confirm(transfer, row, [
            `把账户转让给${row.name}？`,
            `${row.name}成为所有者，可以注销账户；您改为管理员。此操作只能由新的所有者再转回来。`,
            '转让',
          ]),
      })
    return actions
  }
}
