import { App } from 'antd'
import { memberCalls } from '#contract/account/member.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { roles } from '#contract/identity/permission.ts'
import { useAct } from '#ui/call.ts'
import layout from '#ui/layout.module.css'
import { Moment } from '#ui/Moment.tsx'
import { Panel } from '#ui/Panel.tsx'
import { RowActions } from '#ui/RowActions.tsx'
import { StateTag } from '#ui/StateTag.tsx'
import { useMay } from '../../../session.ts'
import style from './Userinfo.module.css'

/** Open invitations. */
export function Invitations({ rows }: { rows: CallAnswerWire<typeof memberCalls.list>['invitations'] }) {
  const { message } = App.useApp()
  const mayWrite = useMay('member.write')
  const fail = { onError: (error: Error) => void message.error(error.message) }
  const invalidates = [memberCalls.list]
  const resend = useAct(memberCalls.resend, { invalidates, onDone: () => void message.success('邀请短信已重新发送，之前的链接失效') })
  const cancel = useAct(memberCalls.cancelInvitation, { invalidates, onDone: () => void message.success('邀请已撤回') })
  return (
    <Panel title="待接受的邀请">
      <section className={layout.scroll} aria-label="待接受的邀请列表" tabIndex={-1}>
        <table className={`${layout.table} ${style.table}`}>
          <thead>
            <tr>
              <th scope="col">姓名</th>
              <th scope="col">手机号</th>
              <th scope="col">角色</th>
              <th scope="col">邀请人</th>
              <th scope="col">邀请时间</th>
              <th scope="col">有效期至</th>
              <th scope="col">操作</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.invitationId}>
                <td>{row.name}</td>
                <td>{row.phone}</td>
                <td>{roles[row.role].name}</td>
                <td>{row.invitedBy}</td>
                <td>
                  <Moment at={row.invitedAt} short />
                </td>
                <td>{row.isExpired ? <StateTag tone="ended">已过期</StateTag> : <Moment at={row.expiresAt} short />}</td>
                <td>
                  <RowActions
                    actions={
                      mayWrite
                        ? [
                            { label: '重新发送', onClick: () => resend.mutate({ invitationId: row.invitationId }, fail) },
                            { label: '撤回', onClick: () => cancel.mutate({ invitationId: row.invitationId }, fail) },
                          ]
                        : []
                    }
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}
