import { Button } from 'antd'
import type { CallAnswerWire } from '#contract/call.ts'
import { homeCalls } from '#contract/home/home.ts'
import { notificationCalls } from '#contract/notification/announcement.ts'
import { notificationKindNames, notificationKinds } from '#contract/notification/notification-preference.ts'
import { send, useAct, useCall, useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { viewColumn } from '#ui/list/action-column.tsx'
import { growing, useGrowingList } from '#ui/list/growing-list.ts'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { usePageTabs } from '#ui/list/page-tabs.ts'
import { useUrlState } from '#ui/url-state.ts'
import style from './Announcement.module.css'
import { announcementTabs, newsCalls } from './announcement.ts'
import { MessageDetail } from './MessageDetail.tsx'

type Message = CallAnswerWire<typeof notificationCalls.list>['rows'][number]

const columns: ListColumn<Message>[] = [
  {
    id: 'kind',
    title: '类型',
    isAlways: true,
    width: 100,
    render: row => (
      <span className={style.kind} data-kind={row.kind}>
        {notificationKinds[row.kind].name}
      </span>
    ),
  },
  {
    id: 'title',
    onPhone: true,
    title: '标题',
    isAlways: true,
    width: 280,
    render: row => (
      <span className={style.title} data-unread={!row.isRead}>
        {row.isRead ? <span className={style.noDot} /> : <span className={style.dot} role="img" aria-label="未读" />}
        {row.title}
      </span>
    ),
  },
  { id: 'body', title: '内容', width: 420, render: row => <span className={style.body}>{row.body}</span> },
  { id: 'at', onPhone: true, title: '时间', width: 160, render: row => <Moment at={row.at} /> },
]

/** The message centre: the account's notifications. */
export function MessageList() {
  const own = useListState({ kind: '', unread: '' })
  const [{ id }, setOpen] = useUrlState({ id: '' })
  const { kind, unread } = own.values
  const filter = { kind: notificationKindNames.find(name => name === kind), isUnread: unread === '1' ? 'true' : undefined }
  const input = { ...filter, ...own.page }
  const query = useGrowingList(useListCall(notificationCalls.list, input, growing(own.turn.isFirst)), {
    call: notificationCalls.list,
    of: input,
    isFirst: own.turn.isFirst,
    keyOf: row => row.notificationId,
    readMost: pageSize => send(notificationCalls.list, { ...filter, pageSize }),
  })
  const news = useCall(homeCalls.frame, {}, { staleTimeMs: 10_000 }).data?.news
  const { list, tabs } = usePageTabs(own, announcementTabs(news?.announcementCount, news?.messageCount))
  const readAll = useAct(notificationCalls.readAll, { invalidates: newsCalls })
  const open = (row: Message) => setOpen({ id: row.notificationId })
  return (
    <ListPage
      id="account-messages"
      title="公告与消息"
      note="审核结果、费用、安全和任务完成的通知，保存 180 天。"
      action={
        <>
          <LinkButton to="/system/uaccount/userinfo?tab=preferences">订阅设置</LinkButton>
          <Button loading={readAll.isPending} disabled={query.data?.unreadCount === 0} onClick={() => readAll.mutate({})}>
            全部标为已读
          </Button>
        </>
      }
      tabs={tabs}
      list={list}
      query={query}
      columns={[...columns, viewColumn(open)]}
      rowKey={row => row.notificationId}
      readPage={page => send(notificationCalls.list, { ...filter, ...page })}
      onOpen={open}
      filters={[
        {
          kind: 'select',
          name: 'kind',
          label: '类型',
          options: notificationKindNames.map(value => ({ value, label: notificationKinds[value].name })),
        },
        { kind: 'select', name: 'unread', label: '阅读状态', options: [{ value: '1', label: '未读' }] },
      ]}
      emptyState={{ title: '没有消息', text: '审核有结果、套餐将到期、充值到账、导出完成时会通知您。' }}
      errorTitle="消息没能加载"
    >
      {id ? <MessageDetail key={id} notificationId={id} onClose={() => setOpen({ id: '' })} /> : null}
    </ListPage>
  )
}
