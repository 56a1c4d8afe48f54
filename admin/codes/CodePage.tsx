import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { adminCodeCalls, codeCauses } from '#contract/messages/admin-code.ts'
import { useListCall } from '#ui/call.ts'
import { Facts } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Panel } from '#ui/display/Panel.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import type { ListState } from '#ui/list/list-state.ts'
import layout from '#ui/theme/layout.module.css'
import { carrierNames, carriers } from '#values/phone.ts'
import style from './Codes.module.css'
import { type Code, codeTabs } from './code.ts'

const CodeDialog = lazyPart('CodeDialog', () => import('./CodeDialog.tsx'))
const RemoveCodeDialog = lazyPart('RemoveCodeDialog', () => import('./RemoveCodeDialog.tsx'))
const CodeHistory = lazyPart('CodeHistory', () => import('./CodeHistory.tsx'))

export interface CodeListProps {
  list: ListState<{ view: string; search: string; cause: string; carrier: string }>
}
type Asked = { act: 'set'; code: Code | null } | { act: 'remove'; code: Code } | { act: 'history' }

const facts: ListColumn<Code>[] = [
  {
    id: 'code',
    title: '状态码',
    isAlways: true,
    width: 150,
    render: row => (
      <>
        <code className={layout.anywhere}>{row.code}</code>
        {row.code.endsWith('*') ? <span className={style.family}>一类</span> : null}
      </>
    ),
  },
  { id: 'meaning', title: '含义', isAlways: true, width: 200, render: row => row.meaning },
  { id: 'cause', title: '原因分类', width: 140, render: row => row.cause },
  { id: 'carrier', title: '运营商', width: 110, render: row => (row.carrier ? carrierNames[row.carrier] : '全部') },
  { id: 'advice', title: '给客户的建议', width: 320, render: row => row.advice },
]

/** The table of report codes; a change is visible to customers at once. */
export function CodePage({ list }: CodeListProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { search } = list.values
  const query = useListCall(adminCodeCalls.list, {
    ...(search ? { search } : {}),
    cause: codeCauses.find(one => one === list.values.cause),
    carrier: carriers.find(one => one === list.values.carrier),
  })
  const columns: ListColumn<Code>[] = [
    ...facts,
    actionColumn(120, row => [
      { label: '修改', onClick: () => setAsked({ act: 'set', code: row }) },
      { label: '删除', isDanger: true, onClick: () => setAsked({ act: 'remove', code: row }) },
    ]),
  ]
  const close = () => setAsked(null)
  return (
    <ListPage
      id="admin-code"
      title="状态码"
      note="运营商回执中的代码对客户的含义。先按完整代码，再按最长的一类（末尾是*）；修改立即对所有客户生效。"
      action={
        <>
          <Button onClick={() => setAsked({ act: 'history' })}>修改记录</Button>
          <Button type="primary" onClick={() => setAsked({ act: 'set', code: null })}>
            添加状态码
          </Button>
        </>
      }
      list={list}
      query={query}
      columns={columns}
      rowKey={row => row.code}
      tabs={{ name: 'view', items: codeTabs(query.data?.unknownCount) }}
      filters={[
        { kind: 'search', name: 'search', label: '查状态码', placeholder: '代码或含义' },
        { kind: 'select', name: 'cause', label: '原因分类', options: codeCauses.map(value => ({ value, label: value })) },
        { kind: 'select', name: 'carrier', label: '运营商', options: carriers.map(value => ({ value, label: carrierNames[value] })) },
      ]}
      emptyState={{ title: '没有状态码', text: '没有收录的代码会原样显示给客户。' }}
      errorTitle="状态码没能加载"
    >
      {query.data?.shown ? (
        <div className={layout.above16}>
          <Panel title={`客户看到的 ${query.data.shown.code}`}>
            <Facts
              facts={[
                fact('含义', query.data.shown.meaning),
                fact('原因分类', query.data.shown.cause),
                fact('建议', query.data.shown.advice),
              ]}
            />
          </Panel>
        </div>
      ) : null}
      <Suspense>
        {asked?.act === 'set' ? <CodeDialog row={asked.code} onClose={close} /> : null}
        {asked?.act === 'remove' ? <RemoveCodeDialog row={asked.code} onClose={close} /> : null}
        {asked?.act === 'history' ? <CodeHistory onClose={close} /> : null}
      </Suspense>
    </ListPage>
  )
}
