import { App, Button } from 'antd'
import { Suspense, useState } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import {
  type AnnouncementState,
  adminAnnouncementCalls,
  announcementAudiences,
  notificationMay,
} from '#contract/notification/admin-announcement.ts'
import { announcementKinds } from '#contract/notification/announcement.ts'
import { send, useAct, useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { optionsOf, tabsOf } from '#ui/form/options.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { countColumn, stateColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { keysOf } from '#values/keys.ts'
import { announcementStateTags } from '../ui/labels/notification.ts'

const AnnouncementDrawer = lazyPart('AnnouncementDrawer', () => import('./AnnouncementDrawer.tsx'))
const PublishDialog = lazyPart('PublishDialog', () => import('./PublishDialog.tsx'))

export type Announcement = CallAnswerWire<typeof adminAnnouncementCalls.list>['rows'][number]
type Asked = { act: 'write'; announcementId: string | null } | { act: 'publish'; row: Announcement }

const facts: ListColumn<Announcement>[] = [
  { id: 'title', onPhone: true, title: '标题', isAlways: true, width: 230, render: row => row.title },
  { id: 'kind', title: '类型', width: 80, render: row => announcementKinds[row.kind] },
  stateColumn(row => announcementStateTags[row.state], { onPhone: true, isAlways: true, width: 100 }),
  {
    id: 'audience',
    title: '对象',
    width: 140,
    render: row => (row.audience === 'chosen' ? `指定 ${row.accountCount} 个客户` : announcementAudiences[row.audience]),
  },
  { id: 'must', title: '必读', width: 80, render: row => (row.isMustRead ? '必读' : '–') },
  { id: 'publishAt', title: '发布时间', width: 160, render: row => (row.publishAt ? <Moment at={row.publishAt} /> : '–') },
  countColumn(row => row.readerCount, { id: 'readers', title: '已读人数', width: 100 }),
  { id: 'writtenBy', title: '作者', width: 120, render: row => row.writtenBy },
  { id: 'changedAt', title: '修改时间', isExtra: true, width: 160, render: row => <Moment at={row.changedAt} /> },
]

const isState = (text: string): text is AnnouncementState => Object.hasOwn(announcementStateTags, text)

/** 公告: announcements: drafts, scheduled, published and withdrawn ones. */
export function Page() {
  const list = useListState({ state: '', kind: '' })
  const [asked, setAsked] = useState<Asked | null>(null)
  const { state, kind } = list.values
  const filter = { state: isState(state) ? state : undefined, kind: keysOf(announcementKinds).find(name => name === kind) }
  const query = useListCall(adminAnnouncementCalls.list, { ...filter, ...list.page })
  const { withdraw, remove } = useEnds()
  const columns: ListColumn<Announcement>[] = [
    ...facts,
    actionColumn(170, row => [
      ...(notificationMay('edit', row.state)
        ? [{ label: '修改', onClick: () => setAsked({ act: 'write', announcementId: row.announcementId }) }]
        : []),
      ...(notificationMay('publish', row.state) ? [{ label: '发布', onClick: () => setAsked({ act: 'publish', row }) }] : []),
      ...(notificationMay('withdraw', row.state) ? [{ label: '撤回', isDanger: true, onClick: () => withdraw(row) }] : []),
      ...(notificationMay('remove', row.state) ? [{ label: '删除', isDanger: true, onClick: () => remove(row) }] : []),
    ]),
  ]
  const write = (
    <Button type="primary" onClick={() => setAsked({ act: 'write', announcementId: null })}>
      写公告
    </Button>
  )
  return (
    <ListPage
      id="admin-announcements"
      title="公告"
      note="发布后出现在客户控制台的“公告与消息”；必读的公告客户须阅读后才能继续操作。"
      action={write}
      tabs={{
        name: 'state',
        items: tabsOf(announcementStateTags),
      }}
      list={list}
      query={query}
      columns={columns}
      rowKey={row => row.announcementId}
      readPage={page => send(adminAnnouncementCalls.list, { ...filter, ...page })}
      onOpen={row => setAsked({ act: 'write', announcementId: row.announcementId })}
      filters={[{ kind: 'select', name: 'kind', label: '类型', options: optionsOf(announcementKinds) }]}
      emptyState={{ title: '还没有公告', text: '系统维护、产品更新、规则变化写成公告告诉客户。', action: write }}
      errorTitle="公告没能加载"
    >
      <Suspense>
        {asked?.act === 'write' ? (
          <AnnouncementDrawer key={asked.announcementId} announcementId={asked.announcementId} onClose={() => setAsked(null)} />
        ) : null}
        {asked?.act === 'publish' ? <PublishDialog announcement={asked.row} onClose={() => setAsked(null)} /> : null}
      </Suspense>
    </ListPage>
  )
}

/** Withdrawing an announcement, and deleting a draft: both ask for confirmation. */
function useEnds() {
  const { message, modal } = App.useApp()
  const invalidates = [adminAnnouncementCalls.list, adminAnnouncementCalls.one]
  const withdraw = useAct(adminAnnouncementCalls.withdraw, { invalidates, onDone: () => void message.success('已撤回') })
  const remove = useAct(adminAnnouncementCalls.remove, { invalidates, onDone: () => void message.success('已删除') })
  const ask = (title: string, content: string, act: typeof withdraw | typeof remove, announcementId: string) =>
    void modal.confirm({
      title,
      content,
      okText: '确定',
      cancelText: '返回',
      okButtonProps: { danger: true },
      onOk: () => act.mutateAsync({ announcementId }).catch((error: Error) => void message.error(error.message)),
    })
  return {
    withdraw: (row: Announcement) =>
      ask(
        `撤回“${row.title}”？`,
        `客户将看不到它${row.readerCount > 0 ? `，已有 ${row.readerCount} 人读过` : ''}。`,
        withdraw,
        row.announcementId,
      ),
    remove: (row: Announcement) => ask(`删除草稿“${row.title}”？`, '删除后不能恢复。', remove, row.announcementId),
  }
}
