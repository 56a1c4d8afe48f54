import { Suspense, useState } from 'react'
import { shortOf } from '#admin/links/link.ts'
import { customerColumn } from '#admin/ui/customer-column.tsx'
import { linkReportCalls, type ReportOutcome } from '#contract/links/admin-link-report.ts'
import { send, useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { linkStateTags } from '#ui/labels/links.ts'
import { countColumn, stateColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { RowActions } from '#ui/list/RowActions.tsx'
import { reportKinds } from '#values/report-kind.ts'
import { ReportDetail } from './ReportDetail.tsx'
import type { ReportedLink } from './report.ts'

const HandleDialog = lazyPart('HandleDialog', () => import('./HandleDialog.tsx'))

const facts: ListColumn<ReportedLink>[] = [
  {
    id: 'kinds',
    title: '举报原因',
    width: 180,
    render: row => (
      <>
        {row.isFlagged ? <StateTag tone="bad">多人举报</StateTag> : null}
        {[...new Set(row.reports.map(report => reportKinds[report.kind]))].join('、')}
      </>
    ),
  },
  countColumn(row => row.reportCount, { id: 'reports', onPhone: true, title: '举报', width: 90, unit: '条' }),
  countColumn(row => row.addressCount, { id: 'addresses', title: '不同地址', width: 90, unit: '个' }),
  { id: 'host', title: '目标域名', width: 180, render: row => row.shown },
  customerColumn({ width: 180 }),
  stateColumn(row => linkStateTags[row.state], { id: 'state', onPhone: true, title: '短链状态', width: 100 }),
]

/** 短链举报: recipients' reports about short links, by link. */
export function Page() {
  const list = useListState({ view: '' })
  const [shown, setShown] = useState<ReportedLink | null>(null)
  const [asked, setAsked] = useState<{ outcome: ReportOutcome; row: ReportedLink } | null>(null)
  const isHandled = list.values.view === 'handled'
  const filter = { view: isHandled ? 'handled' : 'new' } as const
  const query = useListCall(linkReportCalls.list, { ...filter, ...list.page })
  const columns: ListColumn<ReportedLink>[] = [
    {
      id: 'shortUrl',
      onPhone: true,
      title: '短链接',
      isAlways: true,
      width: 200,
      render: row => <RowActions actions={[{ label: shortOf(row.shortUrl), onClick: () => setShown(row) }]} />,
    },
    ...facts,
    { id: 'lastAt', title: isHandled ? '处理时间' : '最近举报', width: 156, render: row => <Moment at={row.lastAt} /> },
  ]
  return (
    <ListPage
      id="admin-link-report"
      title="短链举报"
      note="收件人在短链接的提示页上提交；24小时内3个以上不同地址举报的排在最前，其余等得久的在前。"
      list={list}
      query={query}
      columns={columns}
      rowKey={row => row.linkId}
      readPage={page => send(linkReportCalls.list, { ...filter, ...page })}
      onOpen={setShown}
      tabs={{
        name: 'view',
        items: [
          { key: '', label: '待处理' },
          { key: 'handled', label: '已处理' },
        ],
      }}
      emptyState={
        isHandled
          ? { title: '还没有处理过举报', text: '处理过的举报会留在这里。' }
          : { title: '没有等待处理的举报', text: '收件人举报短链接后会出现在这里。' }
      }
      errorTitle="举报没能加载"
    >
      {shown ? (
        <ReportDetail
          row={shown}
          isHandled={isHandled}
          onAct={outcome => setAsked({ outcome, row: shown })}
          onClose={() => setShown(null)}
        />
      ) : null}
      <Suspense>
        {asked ? (
          <HandleDialog
            {...asked}
            onClose={() => {
              setAsked(null)
              setShown(null)
            }}
          />
        ) : null}
      </Suspense>
    </ListPage>
  )
}
