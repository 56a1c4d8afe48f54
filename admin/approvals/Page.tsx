import { Suspense, useState } from 'react'
import { customerColumn } from '#admin/ui/customer-column.tsx'
import { NoChecker } from '#admin/ui/NoChecker.tsx'
import { adminApprovalCalls, approvalKinds } from '#contract/staff/admin-approval.ts'
import { send, useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { keyOf, optionsOf } from '#ui/form/options.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { stateColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import type { RowAction } from '#ui/list/RowActions.tsx'
import { approvalStateTags } from '../ui/labels/staff.ts'
import style from './Approval.module.css'
import type { ApprovalAct, ApprovalRow } from './approval.tsx'

const ApprovalDrawer = lazyPart('ApprovalDrawer', () => import('./ApprovalDrawer.tsx'))
const ApprovalDialog = lazyPart('ApprovalDialog', () => import('./ApprovalDialog.tsx'))

const columns: ListColumn<ApprovalRow>[] = [
  { id: 'askedAt', title: '申请时间', width: 156, render: row => <Moment at={row.askedAt} /> },
  { id: 'kind', onPhone: true, title: '事项', isAlways: true, width: 100, render: row => approvalKinds[row.kind] },
  customerColumn({ onPhone: true, isAlways: true, width: 140 }),
  {
    id: 'amount',
    onPhone: true,
    title: '金额',
    isNumber: true,
    isAlways: true,
    width: 110,
    render: row => (row.amountHao === 0 ? '–' : <Money hao={row.amountHao} />),
  },
  {
    id: 'facts',
    title: '内容',
    width: 190,
    render: row => (
      <span className={style.facts}>
        {row.facts.map(({ name, text }) => (
          <span key={name}>
            {name}：{text}
          </span>
        ))}
      </span>
    ),
  },
  { id: 'reason', title: '原因', width: 130, render: row => row.reason },
  { id: 'maker', title: '申请人', width: 100, render: row => (row.isOwn ? `${row.maker}（我）` : row.maker) },
  stateColumn(row => approvalStateTags[row.state], { isExtra: true, width: 90 }),
  {
    id: 'checker',
    title: '复核',
    width: 130,
    render: row =>
      row.decidedAt ? (
        <span className={style.facts}>
          <span>
            {row.checker ?? '申请人撤回'} <Moment at={row.decidedAt} />
          </span>
          {row.answer ? <span>{row.answer}</span> : null}
        </span>
      ) : (
        '–'
      ),
  },
]

/** 复核: approvals (four eyes) of what another member of staff requested. */
export function Page() {
  const list = useListState({ state: 'waiting', kind: '' })
  const [asked, setAsked] = useState<{ row: ApprovalRow; act: ApprovalAct } | null>(null)
  const [openedId, setOpenedId] = useState<string | null>(null)
  const { state, kind } = list.values
  const filter = { state: keyOf(approvalStateTags, state), kind: keyOf(approvalKinds, kind) }
  const query = useListCall(adminApprovalCalls.list, { ...filter, ...list.page })
  const actionsOf = (row: ApprovalRow): RowAction[] => {
    if (row.state !== 'waiting') return []
    if (row.isOwn) return [{ label: '撤回', onClick: () => setAsked({ row, act: 'withdrawn' }) }]
    return [
      { label: '通过', review: 'pass', onClick: () => setAsked({ row, act: 'approved' }) },
      { label: '驳回', review: 'reject', isDanger: true, onClick: () => setAsked({ row, act: 'rejected' }) },
    ]
  }
  const opened = query.data?.rows.find(row => row.approvalId === openedId)
  return (
    <ListPage
      id="admin-approval"
      title="复核"
      note="涉及资金的操作由一人申请、另一人复核，通过后按申请的内容立即执行；申请提交后不能修改，也不能复核自己的申请。"
      tabs={{
        name: 'state',
        items: Object.entries(approvalStateTags).map(([key, { name }]) => ({
          key,
          label: name,
          count: key === 'waiting' ? query.data?.counts.waiting : undefined,
        })),
      }}
      list={list}
      query={query}
      columns={[...columns, actionColumn(110, actionsOf)]}
      rowKey={row => row.approvalId}
      readPage={page => send(adminApprovalCalls.list, { ...filter, ...page })}
      onOpen={row => setOpenedId(row.approvalId)}
      filters={[{ kind: 'select', name: 'kind', label: '事项', options: optionsOf(approvalKinds) }]}
      emptyState={
        state === 'waiting'
          ? { title: '没有等待复核的申请', text: '同事提交的赠送、调账和大额退款会出现在这里。' }
          : { title: '这里还没有申请', text: '复核过的申请会按状态留在这里。' }
      }
      errorTitle="复核列表没能加载"
      warning={<NoChecker />}
    >
      <Suspense>
        {opened ? <ApprovalDrawer row={opened} actions={actionsOf(opened)} onClose={() => setOpenedId(null)} /> : null}
        {asked ? <ApprovalDialog {...asked} onClose={() => setAsked(null)} /> : null}
      </Suspense>
    </ListPage>
  )
}
