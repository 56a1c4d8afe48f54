import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { useBulk } from '#admin/ui/bulk.ts'
import { customerColumn } from '#admin/ui/customer-column.tsx'
import { adminBlacklistCalls } from '#contract/blacklist/admin-blacklist.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { send, useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { nothingFound, phoneFilter, searchedPhone } from '#ui/list/phone-filter.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { tabs, useTabs } from './tabs.ts'

const LiftManyDialog = lazyPart('LiftManyDialog', () => import('./LiftManyDialog.tsx'))
const ComplaintDialog = lazyPart('ComplaintDialog', () => import('./ComplaintDialog.tsx'))

type Row = CallAnswerWire<typeof adminBlacklistCalls.complaints>['rows'][number]

const facts: ListColumn<Row>[] = [
  { id: 'createdAt', title: '时间', isAlways: true, width: 156, render: row => <Moment at={row.createdAt} /> },
  { id: 'phone', title: '手机号', isAlways: true, width: 130, render: row => row.phone },
  customerColumn({ title: '被投诉的客户', width: 200 }),
  { id: 'words', title: '投诉内容', width: 280, render: row => row.words || '–' },
  { id: 'source', title: '登记', width: 120, render: row => row.staffName ?? '退订页面' },
  {
    id: 'state',
    title: '状态',
    width: 160,
    render: row =>
      row.lifted ? (
        <span title={row.lifted.reason}>
          <StateTag tone="ended">已解除</StateTag>
        </span>
      ) : (
        <StateTag tone="bad">停发推广</StateTag>
      ),
  },
]

/** Complaints of recipients, from the opt-out page or by phone to the staff. */
export function ComplaintList() {
  const own = useListState({ phone: '', accountId: '' })
  const list = useTabs(own)
  const [isAdding, setAdding] = useState(false)
  const [lifted, setLifted] = useState<Row | null>(null)
  const { phone, isOdd } = searchedPhone(own.values.phone)
  const { accountId } = own.values
  const filter = { phone, ...(accountId ? { accountId } : {}) }
  const asked = useListCall(adminBlacklistCalls.complaints, { ...filter, ...own.page }, { enabled: !isOdd })
  const query = isOdd ? nothingFound(asked) : asked
  const add = (
    <Button type="primary" onClick={() => setAdding(true)}>
      登记投诉
    </Button>
  )
  const actions = actionColumn<Row>(80, row => [
    { label: '解除', isDanger: true, refusedBecause: row.lifted ? '已经解除' : null, onClick: () => setLifted(row) },
  ])
  const bulk = useBulk<Row>()
  return (
    <ListPage
      id="admin-complaints"
      title="平台黑名单"
      note="被投诉的客户不能再向投诉人发送推广短信，也不能自己移除；查清后可以在这里解除。"
      action={add}
      tabs={tabs}
      list={list}
      query={query}
      columns={[...facts, actions]}
      rowKey={row => row.blacklistId}
      readPage={page => send(adminBlacklistCalls.complaints, { ...filter, ...page })}
      batch={(choice, clear) => (
        <Button danger onClick={() => bulk.open(true, { rows: choice.rows.filter(row => !row.lifted) }, clear)}>
          解除
        </Button>
      )}
      filters={[phoneFilter]}
      emptyState={{ title: '还没有投诉', text: '收件人在退订页面或通过客服提出的投诉会出现在这里。', action: add }}
      errorTitle="投诉没能加载"
    >
      <Suspense>
        {isAdding ? <ComplaintDialog onClose={() => setAdding(false)} /> : null}
        {bulk.asked ? <LiftManyDialog {...bulk.props(bulk.asked)} /> : null}
      </Suspense>
      {lifted ? <LiftDialog row={lifted} onClose={() => setLifted(null)} /> : null}
    </ListPage>
  )
}

function LiftDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const lift = useDialogAct(adminBlacklistCalls.lift, { invalidates: [adminBlacklistCalls.complaints], done: '投诉已解除', onClose })
  return (
    <ActForm<{ reason: string }>
      title={`解除 ${row.phone} 的投诉`}
      okText="解除"
      isDanger
      consequence={`解除后，“${row.accountName}”可以重新向 ${row.phone} 发送推广短信。`}
      reasonHint="记入操作记录，并留在投诉上。"
      act={lift}
      onSubmit={({ reason }) => lift.mutate({ accountId: row.accountId, blacklistId: row.blacklistId, reason })}
      onClose={onClose}
    />
  )
}
