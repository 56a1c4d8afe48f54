import { memberCalls } from '#contract/account/member.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { roles } from '#contract/identity/permission.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { ScrollingTable } from '#ui/display/Table.tsx'
import { RowActions } from '#ui/list/RowActions.tsx'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import layout from '#ui/theme/layout.module.css'
import { useMay } from '../../../session.ts'
import style from './Userinfo.module.css'

/** Open invitations. */
export function Invitations({ rows }: { rows: CallAnswerWire<typeof memberCalls.list>['invitations'] }) {
  const mayWrite = useMay('member.write')
  const invalidates = [memberCalls.list]
  const resend = useMessageAct(memberCalls.resend, { invalidates, done: '邀请短信已重新发送，之前的链接失效' })
  const cancel = useMessageAct(memberCalls.cancelInvitation, { invalidates, done: '邀请已撤回' })
  const actionsOf = (invitationId: string) => [
    { label: '重新发送', onClick: () => resend.mutate({ invitationId }) },
    { label: '撤回', onClick: () => cancel.mutate({ invitationId }) },
  ]
  return (
    <Panel title="待接受的邀请">
      <ScrollingTable
        label="待接受的邀请列表"
        className={`${layout.table} ${style.table}`}
        rows={rows}
        rowKey={row => row.invitationId}
        columns={[
          { title: '姓名', render: row => row.name },
          { title: '手机号', render: row => row.phone },
          { title: '角色', render: row => roles[row.role].name },
          { title: '邀请人', render: row => row.invitedBy },
          { title: '邀请时间', render: row => <Moment at={row.invitedAt} /> },
          {
            title: '有效期至',
            render: row => (row.isExpired ? <StateTag tone="ended">已过期</StateTag> : <Moment at={row.expiresAt} />),
          },
          { title: '操作', render: ({ invitationId }) => <RowActions actions={mayWrite ? actionsOf(invitationId) : []} /> },
        ]}
      />
    </Panel>
  )
}
