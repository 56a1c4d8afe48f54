import { DownOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { routes } from '#console/routes.tsx'
import { ExportButton } from '#console/shared/ExportButton.tsx'
import { NextStep } from '#console/shared/NextStep.tsx'
import { linkListCalls, linkOrder, linkSources, noGroup, platformDomain } from '#contract/links/link-list.ts'
import { send, useCall, useListCall } from '#ui/call.ts'
import { Count, thousands } from '#ui/display/Count.tsx'
import type { FigureFacts } from '#ui/display/Figures.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { linkStateTags } from '#ui/labels/links.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import type { Filter } from '#ui/list/ListFilters.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { Choice } from '#ui/list/list-choice.tsx'
import { useListState } from '#ui/list/list-state.ts'
import type { RowAction } from '#ui/list/RowActions.tsx'
import { ButtonMenu } from '#ui/overlay/ButtonMenu.tsx'
import { useMedia } from '#ui/theme/media.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { pathTo } from '../../paths.ts'
import { useMay } from '../../session.ts'
import { UnusedFilters } from '../../sms/delivery/UnusedFilters.tsx'
import type { ActKind, ActTarget } from './ActDialog.tsx'
import { type Act, actOn, Drawers, useLinkView } from './Drawers.tsx'
import { copyAct, editAct, linkActs } from './link-acts.ts'
import { columnsOf } from './link-columns.tsx'
import { filterOf, type LinkRow, manageTabs } from './links.ts'
import type { QrTarget } from './QrZipDialog.tsx'
import { TasksBar } from './TasksBar.tsx'

const nothing = {
  search: '',
  state: '',
  linkGroupId: '',
  tag: '',
  from: '',
  to: '',
  domain: '',
  memberId: '',
  source: '',
  broadcastId: '',
  linkBatchId: '',
  order: '',
}
const refreshMs = 15_000
const longestDays = 366

/** The links that match the filters in the address. */
export function LinkList() {
  const list = useListState(nothing)
  const [, setOpen] = useLinkView()
  const [act, setAct] = useState<Act | null>(null)
  const [qrOf, setQrOf] = useState<string | QrTarget | null>(null)
  const navigate = useNavigate()
  const mayWrite = useMay('link.write')
  const isNarrow = useMedia('(max-width: 767px)')
  const { order: ordered, ...filtered } = list.values
  const { filter, problems } = filterOf(filtered)
  const order = linkOrder.safeParse(ordered).data
  const query = useListCall(
    linkListCalls.list,
    { ...filter, order, ...list.page },
    { refetchInterval: list.turn.isFirst ? refreshMs : false },
  )
  const figures = useCall(linkListCalls.figures, {}, { staleTimeMs: refreshMs })
  const everything = useCall(linkListCalls.count, filter, { enabled: query.data !== undefined, staleTimeMs: 30_000 }).data?.count
  const targetOf = ({ rows, isEverything }: Choice<LinkRow>): ActTarget & QrTarget =>
    isEverything && everything !== undefined ? { filter, count: everything } : { rows }
  const filters = useFilters()
  const actionsOf = (row: LinkRow): RowAction[] => [
    { label: '详情', onClick: () => setOpen({ id: row.linkId, form: '' }) },
    ...(mayWrite ? [editAct(row, () => setOpen({ id: row.linkId, form: 'edit' }))] : []),
    { label: '二维码', onClick: () => setQrOf(row.shortUrl) },
    { label: '访客统计', onClick: () => void navigate(pathTo('/shorturl/visitor', { link: row.linkId })) },
    ...(mayWrite ? [copyAct(row.linkId, to => void navigate(to)), ...linkActs(row, kind => setAct(actOn(row, kind)))] : []),
  ]
  const create = mayWrite ? (
    <LinkButton type="primary" to="/shorturl/create">
      创建短链
    </LinkButton>
  ) : null
  return (
    <ListPage
      id="links"
      title="短链管理"
      note={routes['/shorturl/manage'].note}
      action={
        <>
          <ManageButton onShow={form => setOpen({ id: '', form })} />
          <ExportButton source="link" filter={filter} count={everything} />
          {create}
        </>
      }
      figures={figuresOf(figures.data)}
      tabs={manageTabs}
      filters={filters}
      list={{ ...list, values: { ...list.values, tab: '' } }}
      query={query}
      columns={[...columnsOf(isNarrow), actionColumn(150, actionsOf)]}
      rowKey={row => row.linkId}
      readPage={page => send(linkListCalls.list, { ...filter, order, ...page })}
      order={{ by: order ?? '', onChange: by => list.change({ order: by }) }}
      onOpen={row => setOpen({ id: row.linkId, form: '' })}
      warning={
        <>
          <UnusedFilters problems={problems} onReset={list.reset} />
          <TasksBar mayWrite={mayWrite} />
        </>
      }
      everything={everything}
      batch={(choice, clear) => (
        <>
          <Button onClick={() => setQrOf(targetOf(choice))}>下载二维码</Button>
          {(mayWrite ? batchActs : []).map(({ kind, label }) => (
            <Button key={kind} danger={kind === 'delete'} onClick={() => setAct({ kind, target: targetOf(choice), clear })}>
              {label}
            </Button>
          ))}
        </>
      )}
      emptyState={{
        title: '还没有短链接',
        text: '把长网址变成短链接，放进短信、海报和社群，随时看到多少人打开、在哪里打开。',
        action: create,
        ...(query.data?.searchedUntil ? { unfinished: '已查到较早的短链，点“下一页”继续向前查找。' } : {}),
      }}
      next={<NextStep of="links" />}
      errorTitle="短链接没能加载"
    >
      <Drawers mayWrite={mayWrite} act={act} onAct={setAct} qrOf={qrOf} onQr={setQrOf} />
    </ListPage>
  )
}

const ManageButton = ({ onShow }: { onShow: (form: string) => void }) => (
  <ButtonMenu
    menu={{
      items: [
        { key: 'groups', label: '分组管理' },
        { key: 'tasks', label: '批量任务' },
      ],
      onClick: ({ key }) => onShow(key),
    }}
  >
    <Button>
      管理
      <DownOutlined />
    </Button>
  </ButtonMenu>
)

const batchActs: readonly { kind: ActKind; label: string }[] = [
  { kind: 'disable', label: '停用' },
  { kind: 'enable', label: '启用' },
  { kind: 'extend', label: '改有效期' },
  { kind: 'tag', label: '加标签' },
  { kind: 'untag', label: '去标签' },
  { kind: 'move', label: '移动' },
  { kind: 'delete', label: '删除' },
]

function useFilters(): Filter[] {
  const choices = useCall(linkListCalls.filters, {}, { staleTimeMs: 30_000 }).data
  return [
    { kind: 'search', name: 'search', label: '短链、目标网址、标题或标签', placeholder: '短链、网址、标题、标签' },
    { kind: 'select', name: 'state', label: '状态', options: optionsOf(linkStateTags) },
    {
      kind: 'select',
      name: 'linkGroupId',
      label: '分组',
      options: [
        ...(choices?.groups ?? []).map(group => ({ value: group.linkGroupId, label: `${group.name}（${thousands(group.linkCount)}）` })),
        { value: noGroup, label: '未分组' },
      ],
    },
    { kind: 'select', name: 'tag', label: '标签', options: (choices?.tags ?? []).map(tag => ({ value: tag, label: tag })) },
    { kind: 'days', from: 'from', to: 'to', label: '创建时间', maxDays: longestDays },
    {
      kind: 'select',
      name: 'domain',
      label: '域名',
      options: [
        { value: platformDomain, label: '平台域名' },
        ...(choices?.domains ?? []).map(domain => ({ value: domain, label: domain })),
      ],
    },
    {
      kind: 'select',
      name: 'memberId',
      label: '创建人',
      options: (choices?.members ?? []).map(member => ({ value: member.memberId, label: member.name })),
    },
    { kind: 'select', name: 'source', label: '来源', options: optionsOf(linkSources) },
    {
      kind: 'select',
      name: 'linkBatchId',
      label: '批次',
      options: (choices?.batches ?? []).map(batch => ({
        value: batch.linkBatchId,
        label: `${batch.fileName}（${formatChinaTime(new Date(batch.createdAt)).slice(5, 16)}）`,
      })),
    },
  ]
}

function figuresOf(
  data: { linkCount: number; activeCount: number; reviewingCount: number; pvToday: number; uvToday: number } | undefined,
): FigureFacts[] {
  const count = (value: number | undefined) => (value === undefined ? null : <Count count={value} />)
  return [
    { label: '短链', value: count(data?.linkCount) },
    { label: '生效中', value: count(data?.activeCount), to: pathTo('/shorturl/manage', { state: 'active' }) },
    {
      label: '审核中',
      value: count(data?.reviewingCount),
      ...(data && data.reviewingCount > 0
        ? { tone: 'waiting' as const, to: pathTo('/shorturl/manage', { state: 'reviewing' }), note: '通过后才能访问' }
        : {}),
    },
    {
      label: '今日访问',
      value: count(data?.pvToday),
      note: data ? `访客 ${thousands(data.uvToday)}` : null,
      to: pathTo('/shorturl/visitor'),
    },
  ]
}
