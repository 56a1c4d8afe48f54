import { Button } from 'antd'
import { profileCalls } from '#contract/account/profile.ts'
import { useCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { ScrollingTable } from '#ui/display/Table.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import layout from '#ui/theme/layout.module.css'
import { isKeyOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { sessionProofNames } from '../../../shared/labels/account.ts'
import type { Profile } from './profile.ts'
import style from './Userinfo.module.css'

/** 登录设备: current sessions, and how to end them. */
export function DevicesTab({ profile }: { profile: Profile }) {
  const sessions = useCall(profileCalls.sessions, {}, { refetchInterval: 60_000 })
  const end = useMessageAct(profileCalls.endSession, { invalidates: [profileCalls.sessions], done: '该设备已下线' })
  const endOthers = useMessageAct(profileCalls.endOtherSessions, {
    invalidates: [profileCalls.sessions],
    done: ({ count }) => (count === 0 ? '没有其他设备在登录' : `已让${count}台设备下线`),
  })
  const rows = sessions.data?.rows ?? []
  if (sessions.error && !sessions.data)
    return <ErrorPanel error={sessions.error} onRetry={() => void sessions.refetch()} title="登录设备没能加载" />
  return (
    <div className={`${style.stack} ${style.wide}`}>
      <Panel
        title="正在登录的设备"
        note={`${limits.sessionIdleMinutes}分钟没有操作会自动退出，最长${limits.sessionHours}小时。不认识的设备请让它下线，并修改密码。`}
        action={
          <Button size="small" disabled={rows.length < 2} loading={endOthers.isPending} onClick={() => endOthers.mutate({})}>
            让其他设备下线
          </Button>
        }
      >
        <ScrollingTable
          label="登录设备列表"
          className={`${layout.table} ${style.table}`}
          isBusy={sessions.isPending}
          rows={rows}
          rowKey={row => row.sessionId}
          columns={[
            {
              title: '设备',
              render: row => (
                <>
                  {row.device} {row.isCurrent ? <StateTag tone="good">本机</StateTag> : null}
                </>
              ),
            },
            { title: '地点', render: row => (row.proof === 'staff' ? '–' : `${row.place || '未知地点'} · ${row.address}`) },
            { title: '验证方式', render: row => (isKeyOf(sessionProofNames, row.proof) ? sessionProofNames[row.proof] : row.proof) },
            { title: '登录时间', render: row => <Moment at={row.createdAt} /> },
            { title: '最近活动', render: row => <Moment at={row.lastSeenAt} /> },
            {
              title: '操作',
              render: row =>
                row.isCurrent ? (
                  '–'
                ) : (
                  <Button
                    type="link"
                    size="small"
                    loading={end.isPending && end.variables?.sessionId === row.sessionId}
                    onClick={() => end.mutate({ sessionId: row.sessionId })}
                  >
                    下线
                  </Button>
                ),
            },
          ]}
        />
      </Panel>
      {profile.lastSignIn ? (
        <p className={layout.note}>
          上次登录：
          <Moment at={profile.lastSignIn.at} /> · {profile.lastSignIn.place || '未知地点'}（{profile.lastSignIn.address}）
        </p>
      ) : null}
    </div>
  )
}
