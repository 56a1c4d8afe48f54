import { useState } from 'react'
import { CustomerPicker } from '#admin/ui/CustomerPicker.tsx'
import { customerColumn } from '#admin/ui/customer-column.tsx'
import { adminLinkCalls } from '#contract/links/admin-link.ts'
import { storedLinkStates } from '#contract/links/link-state.ts'
import { send, useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { State, StateTag } from '#ui/display/StateTag.tsx'
import { linkStateTags } from '#ui/labels/links.ts'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { RowActions } from '#ui/list/RowActions.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { ActDialog } from './ActDialog.tsx'
import { LinkDetail } from './LinkDetail.tsx'
import style from './Links.module.css'
import { type LinkDetail as Detail, type LinkAct, type LinkRow, shortOf } from './link.ts'

const facts: ListColumn<LinkRow>[] = [
  {
    id: 'target',
    title: '目标网址',
    width: 320,
    render: row => (
      <span className={style.target} title={row.target}>
        {row.target}
      </span>
    ),
  },
  customerColumn({ width: 180 }),
  {
    id: 'state',
    onPhone: true,
    title: '状态',
    width: 150,
    render: row => (
      <>
        <State tag={linkStateTags[row.state]} />
        {row.isFlagged ? <StateTag tone="bad">举报</StateTag> : null}
      </>
    ),
  },
  { id: 'title', title: '标题', width: 140, isExtra: true, render: row => row.title || '–' },
  { id: 'reason', title: '原因', width: 220, isExtra: true, render: row => row.reason ?? '–' },
  { id: 'createdAt', title: '创建时间', width: 156, render: row => <Moment at={row.createdAt} /> },
]

/** 短链查询: any short link of any customer, searched by a dictated address; a stop takes effect within a second. */
export function Page() {
  const list = useListState({ search: '', accountId: '', state: '', flagged: '' })
  const [{ of, id }, setUrl] = useUrlState({ of: '', id: '' })
  const [asked, setAsked] = useState<{ act: LinkAct; link: Detail } | null>(null)
  const { search, accountId, state, flagged } = list.values
  const filter = {
    ...(search ? { search } : {}),
    ...(accountId ? { accountId } : {}),
    state: storedLinkStates.find(one => one === state),
    ...(flagged === 'yes' ? { isFlagged: 'true' } : {}),
  }
  const query = useListCall(adminLinkCalls.list, { ...filter, ...list.page })
  const open = (row: LinkRow) => setUrl({ of: row.accountId, id: row.linkId })
  const columns: ListColumn<LinkRow>[] = [
    {
      id: 'shortUrl',
      onPhone: true,
      title: '短链接',
      isAlways: true,
      width: 200,
      render: row => <RowActions actions={[{ label: shortOf(row.shortUrl), onClick: () => open(row) }]} />,
    },
    ...facts,
  ]
  return (
    <ListPage
      id="admin-link"
      title="短链查询"
      note="按短链接、短码、目标网址或目标域名（含下级域名）查找；点开可以查看访问并立即封禁。"
      action={
        <CustomerPicker
          label="只看一个客户"
          placeholder="只看一个客户"
          value={accountId || undefined}
          onChange={next => list.change({ accountId: next ?? '' })}
        />
      }
      list={list}
      query={query}
      columns={columns}
      rowKey={row => row.linkId}
      readPage={page => send(adminLinkCalls.list, { ...filter, ...page })}
      onOpen={open}
      filters={[
        { kind: 'search', name: 'search', label: '查找短链接', placeholder: '短链接、短码、目标网址或域名' },
        {
          kind: 'select',
          name: 'state',
          label: '状态',
          options: storedLinkStates.map(value => ({ value, label: linkStateTags[value].name })),
        },
        { kind: 'select', name: 'flagged', label: '举报', options: [{ value: 'yes', label: '多人举报' }] },
      ]}
      emptyState={{ title: '还没有短链接', text: '客户创建短链接后可以在这里查到。' }}
      errorTitle="短链接没能加载"
    >
      {id && of ? (
        <LinkDetail accountId={of} linkId={id} onAct={(act, link) => setAsked({ act, link })} onClose={() => setUrl({ of: '', id: '' })} />
      ) : null}
      {asked ? <ActDialog {...asked} onClose={() => setAsked(null)} /> : null}
    </ListPage>
  )
}
