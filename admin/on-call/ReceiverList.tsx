import { App, Button } from 'antd'
import { Suspense, useState } from 'react'
import { systemAlertKinds } from '#contract/home/system-alert.ts'
import { adminOnCallCalls } from '#contract/on-call/admin-on-call.ts'
import { useAct, useCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import type { ListState } from '#ui/list/list-state.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { onCallAnswers, onCallTabs, type Receiver, receiverKindNames, repeatText } from './on-call.ts'

const ReceiverForm = lazyPart('ReceiverForm', () => import('./ReceiverForm.tsx'))
const RemoveDialog = lazyPart('RemoveDialog', () => import('./RemoveDialog.tsx'))

const kindCount = keysOf(systemAlertKinds).length
const kindsText = ({ alertKinds }: Receiver) =>
  alertKinds.length === kindCount ? '全部告警' : alertKinds.map(kind => systemAlertKinds[kind].name).join('、')

const facts: ListColumn<Receiver>[] = [
  { id: 'name', title: '名称', onPhone: true, isAlways: true, width: 150, render: row => row.name },
  { id: 'kind', title: '方式', width: 90, render: row => receiverKindNames[row.kind] },
  {
    id: 'target',
    title: '地址',
    onPhone: true,
    width: 190,
    render: row => (row.kind === 'email' ? row.target : `…${row.target}${row.isSigned ? '（已签名）' : ''}`),
  },
  { id: 'alertKinds', title: '告警', width: 260, render: kindsText },
  { id: 'repeat', title: '未恢复时', width: 110, sortBy: row => row.repeatMinutes, render: row => repeatText(row.repeatMinutes) },
  {
    id: 'state',
    title: '状态',
    onPhone: true,
    isAlways: true,
    width: 110,
    render: row =>
      row.isOn ? (
        <StateTag tone={row.lastFailure ? 'bad' : 'good'}>{row.lastFailure ? '上次没收到' : '启用'}</StateTag>
      ) : (
        <StateTag tone="ended">停用</StateTag>
      ),
  },
  { id: 'lastSentAt', title: '上次收到', width: 150, render: row => (row.lastSentAt ? <Moment at={row.lastSentAt} /> : '还没有') },
  { id: 'lastFailure', title: '上次的失败', isExtra: true, width: 200, render: row => row.lastFailure ?? '–' },
]

/** 接收方: robots and mail addresses, with what each gets. */
export function ReceiverList({ list }: { list: ListState<{ tab: string; state: string }> }) {
  const query = useCall(adminOnCallCalls.list, {})
  const rows = query.data?.rows
  const [opened, setOpened] = useState<Receiver | 'new' | null>(null)
  const [removed, setRemoved] = useState<Receiver | null>(null)
  const test = useTest()
  const columns: ListColumn<Receiver>[] = [
    ...facts,
    actionColumn(160, row => [
      { label: '测试', onClick: () => test(row) },
      { label: '修改', onClick: () => setOpened(row) },
      { label: '删除', isDanger: true, onClick: () => setRemoved(row) },
    ]),
  ]
  return (
    <ListPage
      id="admin-on-call"
      title="值班通知"
      note="平台自己出问题时，通知值班的同事：发生时一次，未恢复时按设定重复，恢复时再一次。"
      action={
        <Button type="primary" disabled={(rows?.length ?? 0) >= limits.onCallReceivers} onClick={() => setOpened('new')}>
          添加接收方
        </Button>
      }
      list={list}
      query={query}
      columns={columns}
      rowKey={row => row.receiverId}
      onOpen={setOpened}
      tabs={onCallTabs}
      emptyState={{
        title: '还没有人会收到告警',
        text: '添加值班群的机器人或邮箱。在此之前，告警只显示在工作台上。',
        action: (
          <Button type="primary" onClick={() => setOpened('new')}>
            添加接收方
          </Button>
        ),
      }}
      errorTitle="接收方没能加载"
    >
      <Suspense>
        {opened ? <ReceiverForm receiver={opened === 'new' ? null : opened} onClose={() => setOpened(null)} /> : null}
        {removed ? <RemoveDialog receiver={removed} onClose={() => setRemoved(null)} /> : null}
      </Suspense>
    </ListPage>
  )
}

/** Sends a test and shows what the receiver answered. */
function useTest() {
  const { message } = App.useApp()
  const test = useAct(adminOnCallCalls.test, { invalidates: onCallAnswers })
  return ({ receiverId, name, kind }: Receiver) => {
    const key = `test ${receiverId}`
    void message.loading({ key, content: `正在测试“${name}”……`, duration: 0 })
    test.mutate(
      { receiverId },
      {
        onSuccess: ({ failure, elapsedMs }) =>
          failure
            ? void message.error({ key, content: `“${name}”没有收到：${failure}`, duration: 10 })
            : void message.success({
                key,
                content: kind === 'email' ? `测试邮件已放入发送队列，请查收` : `“${name}”已收到，用时${elapsedMs}毫秒`,
              }),
        onError: error => void message.error({ key, content: error.message, duration: 10 }),
      },
    )
  }
}
