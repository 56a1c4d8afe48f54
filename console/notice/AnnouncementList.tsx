import { Button } from 'antd'
import { routes } from '#console/routes.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import { homeCalls } from '#contract/home/home.ts'
import { announcementCalls, announcementKindNames, announcementKinds } from '#contract/notification/announcement.ts'
import { send, useAct, useCall, useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { viewColumn } from '#ui/list/action-column.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { usePageTabs } from '#ui/list/page-tabs.ts'
import { useUrlState } from '#ui/url-state.ts'
import style from './Announcement.module.css'
import { AnnouncementDetail } from './AnnouncementDetail.tsx'
import { announcementTabs, newsCalls } from './announcement.ts'

type Row = CallAnswerWire<typeof announcementCalls.list>['rows'][number]

const columns: ListColumn<Row>[] = [
  {
    id: 'kind',
    title: '类型',
    isAlways: true,
    width: 80,
    render: row => (
      <span className={style.kind} data-kind={row.kind}>
        {announcementKinds[row.kind]}
      </span>
    ),
  },
  {
    id: 'title',
    onPhone: true,
    title: '标题',
    isAlways: true,
    width: 300,
    render: row => (
      <span className={style.title} data-unread={!row.isRead}>
        {row.isRead ? <span className={style.noDot} /> : <span className={style.dot} role="img" aria-label="未读" />}
        {row.title}
      </span>
    ),
  },
  { id: 'must', title: '必读', width: 90, render: row => (row.isMustRead ? <StateTag tone="bad">必读</StateTag> : '–') },
  { id: 'at', onPhone: true, title: '发布时间', width: 160, render: row => <Moment at={row.at} /> },
]

/** Public announcements by kind, with the member's unread ones. */
export function AnnouncementList() {
  const own = useListState({ kind: '', unread: '' })
  const [{ id }, setOpen] = useUrlState({ id: '' })
  const { kind, unread } = own.values
  const filter = { kind: announcementKindNames.find(name => name === kind), isUnread: unread === '1' ? 'true' : undefined } as const
  const query = useListCall(announcementCalls.list, { ...filter, ...own.page })
  const news = useCall(homeCalls.frame, {}, { staleTimeMs: 10_000 }).data?.news
  const { list, tabs } = usePageTabs(own, announcementTabs(news?.announcementCount, news?.messageCount))
  const readAll = useAct(announcementCalls.readAll, { invalidates: newsCalls })
  const open = (row: Row) => setOpen({ id: row.announcementId })
  return (
    <ListPage
      id="announcements"
      title="公告与消息"
      note={routes['/notice'].note}
      action={
        <Button loading={readAll.isPending} disabled={query.data?.unreadCount === 0} onClick={() => readAll.mutate({})}>
          全部标为已读
        </Button>
      }
      tabs={tabs}
      list={list}
      query={query}
      columns={[...columns, viewColumn(open)]}
      rowKey={row => row.announcementId}
      readPage={page => send(announcementCalls.list, { ...filter, ...page })}
      onOpen={open}
      filters={[
        { kind: 'select', name: 'kind', label: '类型', options: optionsOf(announcementKinds) },
        { kind: 'select', name: 'unread', label: '阅读状态', options: [{ value: '1', label: '未读' }] },
      ]}
      emptyState={{ title: '没有公告', text: '平台的系统、产品、安全和活动公告会列在这里。' }}
      errorTitle="公告没能加载"
    >
      {id ? <AnnouncementDetail key={id} announcementId={id} onClose={() => setOpen({ id: '' })} /> : null}
    </ListPage>
  )
}
