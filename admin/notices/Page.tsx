import { App, Button } from 'antd'
import { Suspense, useState } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { adminNoticeCalls, type NoticeState, noticeAudiences, noticeMay, noticeStates } from '#contract/notification/admin-notice.ts'
import { noticeKinds } from '#contract/notification/notice.ts'
import { actionColumn } from '#ui/action-column.tsx'
import { Count } from '#ui/Count.tsx'
import { useAct, useListCall } from '#ui/call.ts'
import { lazyPart } from '#ui/chunk.ts'
import { ListPage } from '#ui/ListPage.tsx'
import type { ListColumn } from '#ui/list-columns.ts'
import { useListState } from '#ui/list-state.ts'
import { Moment } from '#ui/Moment.tsx'
import { optionsOf, tabsOf } from '#ui/options.ts'
import { StateTag } from '#ui/StateTag.tsx'
import { keysOf } from '#values/keys.ts'

const NoticeDrawer = lazyPart('NoticeDrawer', () => import('./NoticeDrawer.tsx'))
const PublishDialog = lazyPart('PublishDialog', () => import('./PublishDialog.tsx'))

export type Notice = CallAnswerWire<typeof adminNoticeCalls.list>['rows'][number]
type Asked = { act: 'write'; noticeId: string | null } | { act: 'publish'; row: Notice }

const facts: ListColumn<Notice>[] = [
  { id: 'title', title: '标题', isAlways: true, width: 230, render: row => row.title },
  { id: 'kind', title: '类型', width: 80, render: row => noticeKinds[row.kind] },
  {
    id: 'state',
    title: '状态',
    isAlways: true,
    width: 100,
    render: row => <StateTag tone={noticeStates[row.state].tone}>{noticeStates[row.state].name}</StateTag>,
  },
  {
    id: 'audience',
    title: '对象',
    width: 140,
    render: row => (row.audience === 'chosen' ? `指定 ${row.accountCount} 个客户` : noticeAudiences[row.audience]),
  },
  { id: 'must', title: '必读', width: 80, render: row => (row.isMustRead ? '必读' : '–') },
  { id: 'publishAt', title: '发布时间', width: 160, render: row => (row.publishAt ? <Moment at={row.publishAt} /> : '–') },
  { id: 'readers', title: '已读人数', isNumber: true, width: 100, render: row => <Count count={row.readerCount} /> },
  { id: 'writtenBy', title: '作者', width: 120, render: row => row.writtenBy },
  { id: 'changedAt', title: '修改时间', isExtra: true, width: 160, render: row => <Moment at={row.changedAt} /> },
]

const isState = (text: string): text is NoticeState => Object.hasOwn(noticeStates, text)

/** 公告: announcements: drafts, scheduled, published and withdrawn ones. */
export function Page() {
  const list = useListState({ state: '', kind: '' })
  const [asked, setAsked] = useState<Asked | null>(null)
  const { state, kind } = list.values
  const query = useListCall(adminNoticeCalls.list, {
    state: isState(state) ? state : undefined,
    kind: keysOf(noticeKinds).find(name => name === kind),
    ...list.page,
  })
  const { withdraw, remove } = useEnds()
  const columns: ListColumn<Notice>[] = [
    ...facts,
    actionColumn(170, row => [
      ...(noticeMay('edit', row.state) ? [{ label: '修改', onClick: () => setAsked({ act: 'write', noticeId: row.noticeId }) }] : []),
      ...(noticeMay('publish', row.state) ? [{ label: '发布', onClick: () => setAsked({ act: 'publish', row }) }] : []),
      ...(noticeMay('withdraw', row.state) ? [{ label: '撤回', isDanger: true, onClick: () => withdraw(row) }] : []),
      ...(noticeMay('remove', row.state) ? [{ label: '删除', isDanger: true, onClick: () => remove(row) }] : []),
    ]),
  ]
  const write = (
    <Button type="primary" onClick={() => setAsked({ act: 'write', noticeId: null })}>
      写公告
    </Button>
  )
  return (
    <ListPage
      id="operator-notices"
      title="公告"
      note="发布后出现在客户控制台的“公告与消息”；必读的公告客户须阅读后才能继续操作。"
      action={write}
      tabs={{
        name: 'state',
        items: tabsOf(noticeStates),
      }}
      list={list}
      query={query}
      columns={columns}
      rowKey={row => row.noticeId}
      onOpen={row => setAsked({ act: 'write', noticeId: row.noticeId })}
      filters={[{ kind: 'select', name: 'kind', label: '类型', options: optionsOf(noticeKinds) }]}
      emptyState={{ title: '还没有公告', text: '系统维护、产品更新、规则变化写成公告告诉客户。', action: write }}
      errorTitle="公告没能加载"
    >
      <Suspense>
        {asked?.act === 'write' ? <NoticeDrawer key={asked.noticeId} noticeId={asked.noticeId} onClose={() => setAsked(null)} /> : null}
        {asked?.act === 'publish' ? <PublishDialog notice={asked.row} onClose={() => setAsked(null)} /> : null}
      </Suspense>
    </ListPage>
  )
}

/** Withdrawing an announcement, and deleting a draft: both ask for confirmation. */
function useEnds() {
  const { message, modal } = App.useApp()
  const invalidates = [adminNoticeCalls.list, adminNoticeCalls.one]
  const withdraw = useAct(adminNoticeCalls.withdraw, { invalidates, onDone: () => void message.success('已撤回') })
  const remove = useAct(adminNoticeCalls.remove, { invalidates, onDone: () => void message.success('已删除') })
  const ask = (title: string, content: string, act: typeof withdraw | typeof remove, noticeId: string) =>
    void modal.confirm({
      title,
      content,
      okText: '确定',
      cancelText: '返回',
      okButtonProps: { danger: true },
      onOk: () => act.mutateAsync({ noticeId }).catch((error: Error) => void message.error(error.message)),
    })
  return {
    withdraw: (row: Notice) =>
      ask(
        `撤回“${row.title}”？`,
        `客户将看不到它${row.readerCount > 0 ? `，已有 ${row.readerCount} 人读过` : ''}。`,
        withdraw,
        row.noticeId,
      ),
    remove: (row: Notice) => ask(`删除草稿“${row.title}”？`, '删除后不能恢复。', remove, row.noticeId),
  }
}
