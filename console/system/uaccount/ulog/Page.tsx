import { Suspense } from 'react'
import { routes } from '#console/routes.tsx'
import { ExportButton } from '#console/shared/ExportButton.tsx'
import { useAskedUndo } from '#console/shared/undo/UndoAct.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import { auditLogCalls } from '#contract/identity/audit-log.ts'
import { type AuditLogKind, auditLogKinds, auditLogModuleNames } from '#contract/identity/audit-log-labels.ts'
import { ObjectText } from '#ui/CopyButton.tsx'
import { send, useCall, useListCall } from '#ui/call.ts'
import { dayPresets, momentsOf } from '#ui/date-range.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { growing, useGrowingList } from '#ui/list/growing-list.ts'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { useUrlState } from '#ui/url-state.ts'
import { limits } from '#values/limits.ts'
import { VerifyButton } from './VerifyButton.tsx'

const LogDetail = lazyPart('LogDetail', () => import('./LogDetail.tsx'))

type Line = CallAnswerWire<typeof auditLogCalls.list>['rows'][number]

const columns: ListColumn<Line>[] = [
  { id: 'at', onPhone: true, title: '时间', isAlways: true, width: 160, render: row => <Moment at={row.at} /> },
  { id: 'actor', title: '操作人', isAlways: true, width: 110, render: row => row.actor ?? '–' },
  { id: 'module', title: '模块', width: 80, render: row => row.module },
  { id: 'action', onPhone: true, card: 'name', title: '动作', isAlways: true, width: 130, render: row => row.action },
  { id: 'object', title: '对象', width: 150, render: row => (row.object ? <ObjectText text={row.object} /> : '–') },
  {
    id: 'result',
    onPhone: true,
    title: '结果',
    isAlways: true,
    width: 100,
    render: row => (
      <StateTag tone={row.isDone ? 'good' : 'bad'}>
        {row.isDone ? (row.undo?.state === 'undone' ? '成功，已撤销' : '成功') : '未成功'}
      </StateTag>
    ),
  },
  { id: 'reason', title: '原因', width: 130, render: row => row.reason ?? '–' },
  {
    id: 'address',
    title: 'IP 和地点',
    width: 150,
    render: row => (
      <>
        {row.address || '–'}
        {row.place ? <div>{row.place}</div> : null}
      </>
    ),
  },
]

const undoAction = ({ count }: { count: number }, onClick: () => void) => ({ label: `撤销 ${thousands(count)} 个`, onClick })

const isKind = (text: string): text is AuditLogKind => Object.hasOwn(auditLogKinds, text)

/**
 * 操作日志: audit log of who did what, when and from where; tamper-evident, and verifiable by everybody who may read it.
 */
export function Page() {
  const list = useListState({ kind: '', from: '', to: '', memberId: '', module: '', result: '', address: '', keyword: '' })
  const [{ id }, setOpen] = useUrlState({ id: '' })
  const { kind, from, to, memberId, module, result, address, keyword } = list.values
  const people = useCall(auditLogCalls.people, {}, { staleTimeMs: 60_000 })
  const filter = {
    ...momentsOf(from && to ? { from, to } : dayPresets.近30天(new Date())),
    kind: isKind(kind) ? kind : undefined,
    memberId: memberId || undefined,
    module: auditLogModuleNames.find(name => name === module),
    result: (['ok', 'refused'] as const).find(name => name === result),
    address: address || undefined,
    keyword: keyword || undefined,
  }
  const input = { ...filter, ...list.page }
  const query = useGrowingList(useListCall(auditLogCalls.list, input, growing(list.turn.isFirst)), {
    call: auditLogCalls.list,
    of: input,
    isFirst: list.turn.isFirst,
    keyOf: row => row.auditId,
    readMost: pageSize => send(auditLogCalls.list, { ...filter, pageSize }),
  })
  const open = (row: Line) => setOpen({ id: row.auditId })
  const ask = useAskedUndo()
  const actionsOf = (row: Line) => [
    { label: '查看', onClick: () => open(row) },
    ...(row.undo?.state === 'open' ? [undoAction(row.undo, () => row.undo && ask(row.action, row.undo))] : []),
  ]
  return (
    <ListPage
      id="activity"
      title="操作日志"
      note={routes['/system/uaccount/ulog'].note}
      action={
        <>
          <VerifyButton />
          <ExportButton source="activity" filter={filter} />
        </>
      }
      tabs={{
        name: 'kind',
        items: Object.entries(auditLogKinds).map(([key, label]) => ({ key: key === 'operation' ? '' : key, label })),
      }}
      list={list}
      query={query}
      columns={[...columns, actionColumn(130, actionsOf)]}
      rowKey={row => row.auditId}
      readPage={page => send(auditLogCalls.list, { ...filter, ...page })}
      onOpen={open}
      filters={[
        { kind: 'days', from: 'from', to: 'to', label: '时间：近30天', maxDays: limits.auditLogQueryDays },
        {
          kind: 'select',
          name: 'memberId',
          label: '操作人',
          options: (people.data?.members ?? []).map(one => ({ value: one.memberId, label: one.name })),
        },
        { kind: 'select', name: 'module', label: '模块', options: auditLogModuleNames.map(name => ({ value: name, label: name })) },
        {
          kind: 'select',
          name: 'result',
          label: '结果',
          options: [
            { value: 'ok', label: '成功' },
            { value: 'refused', label: '未成功' },
          ],
        },
        { kind: 'search', name: 'keyword', label: '关键字', placeholder: '操作、对象、操作人或请求编号' },
        { kind: 'search', name: 'address', label: 'IP', placeholder: 'IP 地址' },
      ]}
      emptyState={{ title: '这段时间没有记录', text: '成员登录、提交、修改、充值等每一次操作都会列在这里。' }}
      errorTitle="操作日志没能加载"
    >
      <Suspense>{id ? <LogDetail auditId={id} onClose={() => setOpen({ id: '' })} /> : null}</Suspense>
    </ListPage>
  )
}
