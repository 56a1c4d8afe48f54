import { Alert, Button } from 'antd'
import { Suspense, useState } from 'react'
import { PasswordDialog } from '#admin/layout/PasswordDialog.tsx'
import { useMe } from '#admin/session.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { staffRoles } from '#contract/identity/permission.ts'
import { adminSelfCalls } from '#contract/staff/admin-staff.ts'
import { useCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Panel, Panels } from '#ui/display/Panel.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageFailure } from '#ui/frame/PageFailure.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { ListTable } from '#ui/list/ListTable.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { RowActions } from '#ui/list/RowActions.tsx'
import { useMessageAct } from '#ui/overlay/message-act.ts'

const TotpDialog = lazyPart('TotpDialog', () => import('./TotpDialog.tsx'))

type OwnSession = CallAnswerWire<typeof adminSelfCalls.one>['sessions'][number]

const owedTexts = {
  password: '这是别人为您设的初始密码。请先修改密码，再使用后台。',
  totp: '后台要求绑定身份验证器。请先绑定，再使用后台；以后登录时输入它的动态验证码。',
}

/**
 * 我的账号: a staff member's own password, authenticator and sessions; the first page while one of the first two is due.
 */
export function Page() {
  const me = useMe().data
  const query = useCall(adminSelfCalls.one, {})
  const [opened, setOpened] = useState<'password' | 'totp' | null>(null)
  const close = () => setOpened(null)
  if (query.error && !query.data) return <PageFailure page="我的账号" query={query} title="账号信息没能加载" />
  const self = query.data
  return (
    <>
      <PageHead title="我的账号" note={me ? `${me.staff.name}（${me.staff.login}）· ${staffRoles[me.staff.role].name}` : undefined} />
      {me?.owes ? <Alert type="warning" showIcon title={owedTexts[me.owes]} style={{ marginBottom: 16 }} /> : null}
      <Panels>
        <Panel
          title="密码"
          action={
            <Button type={me?.owes === 'password' ? 'primary' : 'default'} onClick={() => setOpened('password')}>
              修改密码
            </Button>
          }
        >
          上次修改于 <Moment at={self?.passwordChangedAt ?? null} />
        </Panel>
        <Panel
          title="身份验证器"
          action={
            <Button type={me?.owes === 'totp' ? 'primary' : 'default'} disabled={!self} onClick={() => setOpened('totp')}>
              {self?.hasTotp ? '更换' : '绑定'}
            </Button>
          }
        >
          {self ? <StateTag tone={self.hasTotp ? 'good' : 'waiting'}>{self.hasTotp ? '已绑定' : '未绑定'}</StateTag> : null}{' '}
          {self?.isTotpRequired ? '后台要求绑定，丢失时请管理员重置。' : '绑定后登录需要动态验证码，丢失时请管理员重置。'}
        </Panel>
      </Panels>
      <Sessions rows={self?.sessions} query={query} />
      {opened === 'password' ? <PasswordDialog onClose={close} /> : null}
      {opened === 'totp' ? (
        <Suspense>
          <TotpDialog onClose={close} />
        </Suspense>
      ) : null}
    </>
  )
}

function Sessions({ rows, query }: { rows: OwnSession[] | undefined; query: ReturnType<typeof useCall<typeof adminSelfCalls.one>> }) {
  const end = useMessageAct(adminSelfCalls.endSession, { invalidates: [adminSelfCalls.one], done: '该设备已下线' })
  const columns: ListColumn<OwnSession>[] = [
    {
      id: 'device',
      title: '设备',
      isAlways: true,
      width: 200,
      render: row => (
        <>
          {row.device} {row.isCurrent ? <StateTag tone="good">本机</StateTag> : null}
        </>
      ),
    },
    { id: 'place', title: '地点', width: 200, render: row => `${row.place || '未知地点'} · ${row.address}` },
    { id: 'created', title: '登录时间', width: 160, sortBy: row => row.createdAt, render: row => <Moment at={row.createdAt} /> },
    { id: 'seen', title: '最近活动', width: 160, sortBy: row => row.lastSeenAt, render: row => <Moment at={row.lastSeenAt} /> },
    {
      id: 'actions',
      title: '操作',
      isAlways: true,
      width: 80,
      render: row =>
        row.isCurrent ? (
          '–'
        ) : (
          <RowActions
            actions={[
              {
                label: '下线',
                onClick: () => end.mutate({ sessionId: row.sessionId }),
              },
            ]}
          />
        ),
    },
  ]
  return (
    <Panel title="登录中的设备">
      <ListTable
        title="登录设备"
        query={{ ...query, data: rows && { rows } }}
        columns={columns}
        rowKey={row => row.sessionId}
        density="middle"
        chosen={[]}
        onChoose={undefined}
        emptyState={{ title: '没有登录中的设备', text: '' }}
        isFiltered={false}
        onReset={() => undefined}
      />
    </Panel>
  )
}
