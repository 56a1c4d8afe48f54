import { App, Button, Input, Select } from 'antd'
import { useState } from 'react'
import { broadcastShareCalls, sharePasswordNote } from '#contract/broadcast/broadcast-share.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { useAct, useCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { PlainTable } from '#ui/display/PlainTable.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import style from './Report.module.css'

const dayChoices = [1, 7, 30, 90].map(days => ({ value: days, label: `${days}天` }))

/** Links with which people without an account read this report, and a new one. */
export function ShareDialog({ broadcastId, onClose }: { broadcastId: string; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [days, setDays] = useState(7)
  const create = useAct(broadcastShareCalls.create, { invalidates: [broadcastShareCalls.list] })
  const made = create.data
  return (
    <Dialog
      open
      width={720}
      title="分享报告"
      okText={made ? '完成' : '生成链接'}
      cancelButtonProps={made ? { style: { display: 'none' } } : {}}
      cancelText="返回"
      confirmLoading={create.isPending}
      onOk={() => (made ? onClose() : create.mutate({ broadcastId, password, days }))}
      onCancel={onClose}
    >
      {made ? (
        <div className={`${layout.start} ${layout.stack16}`}>
          <p className={style.none}>链接只显示这一次。把密码另外告诉看报告的人。</p>
          <div className={`${layout.row} ${style.made}`}>
            <Input readOnly aria-label="分享链接" value={location.origin + made.path} onFocus={event => event.target.select()} />
            <CopyButton text={location.origin + made.path} isNamed label="复制链接" />
          </div>
        </div>
      ) : (
        <div className={`${layout.start} ${layout.stack16}`}>
          <p className={style.none}>拿到链接和密码的人不用登录就能看到这份报告，看不到号码和账户里的其他内容。</p>
          <Field label="密码" hint={`${sharePasswordNote}。`} error={create.error?.fields.password ?? null}>
            {({ status, ...control }) => (
              <Input.Password
                {...control}
                status={status}
                value={password}
                autoComplete="new-password"
                maxLength={limits.passwordMaxCharacters}
                onChange={event => setPassword(event.target.value)}
              />
            )}
          </Field>
          <Field label="有效期">{control => <Select {...control} value={days} options={dayChoices} onChange={setDays} />}</Field>
        </div>
      )}
      <FormRefusal error={create.error} />
      <Shares broadcastId={broadcastId} />
    </Dialog>
  )
}

/** The valid links, each of which can be ended. */
function Shares({ broadcastId }: { broadcastId: string }) {
  const { message } = App.useApp()
  const list = useCall(broadcastShareCalls.list, { broadcastId }, { staleTimeMs: 0 })
  const revoke = useAct(broadcastShareCalls.revoke, {
    invalidates: [broadcastShareCalls.list],
    onDone: () => void message.success('链接已停用'),
  })
  if (list.error) return <ErrorPanel title="已有的链接没能加载" error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data || list.data.rows.length === 0) return null
  return (
    <>
      <h3 className={style.subtitle}>有效的链接</h3>
      <PlainTable
        label="有效的链接"
        rows={list.data.rows}
        rowKey={row => row.shareId}
        emptyText=""
        columns={[
          { title: '创建', isWide: true, render: row => <Moment at={row.createdAt} /> },
          { title: '创建人', isWide: true, render: row => row.memberName || '–' },
          { title: '有效至', render: row => <Moment at={row.expiresAt} /> },
          { title: '最近打开', isWide: true, render: row => (row.openedAt ? <Moment at={row.openedAt} /> : '没有打开过') },
          {
            title: '操作',
            render: row => (
              <Button size="small" danger loading={revoke.isPending} onClick={() => revoke.mutate({ shareId: row.shareId })}>
                停用
              </Button>
            ),
          },
        ]}
      />
      <FormRefusal error={revoke.error} />
    </>
  )
}
