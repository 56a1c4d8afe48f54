import { Suspense, useState } from 'react'
import { adminCodeCalls } from '#contract/messages/admin-code.ts'
import { useCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { countColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import layout from '#ui/theme/layout.module.css'
import type { CodeListProps } from './CodePage.tsx'
import { codeTabs, type UnknownCode } from './code.ts'

const CodeDialog = lazyPart('CodeDialog', () => import('./CodeDialog.tsx'))

const facts: ListColumn<UnknownCode>[] = [
  { id: 'code', title: '状态码', isAlways: true, width: 200, render: row => <code className={layout.anywhere}>{row.code}</code> },
  { id: 'channel', title: '通道', width: 200, render: row => row.channelName || '–' },
  countColumn(row => row.reportCount, { id: 'count', title: '次数', width: 100 }),
  { id: 'firstAt', title: '第一次', width: 170, render: row => <Moment at={row.firstAt} /> },
  { id: 'lastAt', title: '最近一次', width: 170, render: row => <Moment at={row.lastAt} /> },
]

/** 未识别的状态码: unexplained codes in delivery reports, the most frequent first. */
export function UnknownPage({ list }: CodeListProps) {
  const [asked, setAsked] = useState<string | null>(null)
  const query = useCall(adminCodeCalls.unknown, {})
  const rows = query.data?.rows
  const columns: ListColumn<UnknownCode>[] = [
    ...facts,
    actionColumn(100, row => [{ label: '添加说明', onClick: () => setAsked(row.code) }]),
  ]
  return (
    <ListPage
      id="admin-unknown-code"
      title="状态码"
      note="回执中出现过、还没有说明的代码。客户看到的是原始代码；添加说明后，以前的短信也会显示新的含义。"
      list={list}
      query={query}
      columns={columns}
      rowKey={row => `${row.code} ${row.channelId}`}
      tabs={{ name: 'view', items: codeTabs(rows && new Set(rows.map(row => row.code)).size) }}
      emptyState={{ title: '没有未识别的状态码', text: '回执中出现没有收录的代码时会列在这里，按次数排列。' }}
      errorTitle="未识别的状态码没能加载"
    >
      <Suspense>{asked ? <CodeDialog row={null} code={asked} onClose={() => setAsked(null)} /> : null}</Suspense>
    </ListPage>
  )
}
