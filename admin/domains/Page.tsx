import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#admin/paths.ts'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminDomainCalls } from '#contract/links/admin-domain.ts'
import { send, useListCall } from '#ui/call.ts'
import { Count } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { stateColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { keysOf } from '#values/keys.ts'
import { domainRuleKindTags } from '../ui/labels/links.ts'
import { linkAnswers, type RuleRow } from './domain.ts'

const RuleDialog = lazyPart('RuleDialog', () => import('./RuleDialog.tsx'))
const RemarkDialog = lazyPart('RemarkDialog', () => import('./RemarkDialog.tsx'))

const kinds = keysOf(domainRuleKindTags)

const facts: ListColumn<RuleRow>[] = [
  {
    id: 'domain',
    title: '域名',
    isAlways: true,
    width: 240,
    render: row => (row.shown === row.domain ? row.domain : `${row.shown}（${row.domain}）`),
  },
  stateColumn(row => domainRuleKindTags[row.kind], { id: 'kind', title: '名单', width: 100 }),
  {
    id: 'links',
    title: '停用的短链接',
    isNumber: true,
    width: 120,
    render: row =>
      row.blockedLinkCount > 0 ? (
        <Link to={pathTo('/links', { search: row.domain, state: 'blocked' })}>
          <Count count={row.blockedLinkCount} unit="条" />
        </Link>
      ) : (
        '–'
      ),
  },
  { id: 'remark', title: '备注', width: 280, render: row => row.remark || '–' },
  { id: 'staff', title: '加入的人员', width: 120, render: row => row.staffName ?? '–' },
  { id: 'createdAt', title: '加入时间', width: 156, render: row => <Moment at={row.createdAt} /> },
]

/** 域名管理: blocked target domains of short links, and trusted ones that skip review. */
export function Page() {
  const list = useListState({ search: '', kind: '' })
  const [asked, setAsked] = useState<{ act: 'remove' | 'remark'; row: RuleRow } | 'add' | null>(null)
  const close = () => setAsked(null)
  const kind = kinds.find(one => one === list.values.kind)
  const filter = { ...(list.values.search ? { search: list.values.search } : {}), kind }
  const query = useListCall(adminDomainCalls.list, { ...filter, ...list.page })
  const add = (
    <Button type="primary" onClick={() => setAsked('add')}>
      加入域名
    </Button>
  )
  const actions = actionColumn<RuleRow>(120, row => [
    { label: '备注', onClick: () => setAsked({ act: 'remark', row }) },
    { label: '移除', isDanger: true, onClick: () => setAsked({ act: 'remove', row }) },
  ])
  return (
    <ListPage
      id="admin-domain"
      title="域名管理"
      note="封禁的域名不能作为短链接的目标，已有的立即停用；受信任的域名不需要审核。对下级域名同样生效，封禁优先。"
      action={add}
      list={list}
      query={query}
      columns={[...facts, actions]}
      rowKey={row => row.domain}
      readPage={page => send(adminDomainCalls.list, { ...filter, ...page })}
      tabs={{ name: 'kind', items: [{ key: '', label: '全部' }, ...kinds.map(key => ({ key, label: domainRuleKindTags[key].name }))] }}
      filters={[{ kind: 'search', name: 'search', label: '域名的一部分' }]}
      emptyState={{ title: '名单是空的', text: '把确认违规的域名加入封禁，把知名网站加入受信任，可以减少审核。', action: add }}
      errorTitle="域名名单没能加载"
    >
      <Suspense>
        {asked === 'add' ? <RuleDialog onClose={close} /> : null}
        {asked !== null && asked !== 'add' && asked.act === 'remark' ? <RemarkDialog row={asked.row} onClose={close} /> : null}
      </Suspense>
      {asked !== null && asked !== 'add' && asked.act === 'remove' ? <RemoveDialog row={asked.row} onClose={close} /> : null}
    </ListPage>
  )
}

function RemoveDialog({ row, onClose }: { row: RuleRow; onClose: () => void }) {
  const remove = useDialogAct(adminDomainCalls.remove, {
    invalidates: linkAnswers,
    done: ({ linkCount }) => (row.kind === 'blocked' ? `已移出封禁，恢复 ${linkCount} 条短链接` : '已移出受信任'),
    onClose,
  })
  return (
    <ActForm<{ reason: string }>
      title={`移除 ${row.domain}`}
      okText="移除"
      isDanger
      consequence={
        row.kind === 'blocked'
          ? `由它停用的 ${row.blockedLinkCount} 条短链接恢复原来的状态；单独封禁的和还在其他封禁域名下的不恢复。`
          : '之后指向它的短链接需要审核；已经生效的不受影响。'
      }
      reasonHint="记入操作记录。"
      act={remove}
      onSubmit={({ reason }) => remove.mutate({ domain: row.domain, reason })}
      onClose={onClose}
    />
  )
}
