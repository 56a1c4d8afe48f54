import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { useBulk } from '#admin/ui/bulk.ts'
import { adminBlacklistCalls } from '#contract/blacklist/admin-blacklist.ts'
import { send, useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { nothingFound, phoneFilter, searchedPhone } from '#ui/list/phone-filter.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import type { BlockedNumber as Row } from './RemoveManyDialog.tsx'
import { tabs, useTabs } from './tabs.ts'

const RemoveManyDialog = lazyPart('RemoveManyDialog', () => import('./RemoveManyDialog.tsx'))
const AddDialog = lazyPart('AddDialog', () => import('./AddDialog.tsx'))

const facts: ListColumn<Row>[] = [
  { id: 'phone', title: '手机号', isAlways: true, width: 140, render: row => row.phone },
  { id: 'reason', title: '原因', width: 320, render: row => row.reason || '–' },
  { id: 'staff', title: '加入的人员', width: 120, render: row => row.staffName ?? '–' },
  { id: 'createdAt', title: '加入时间', width: 160, render: row => <Moment at={row.createdAt} /> },
]

/** Numbers on the platform-level blacklist. */
export function NumberList() {
  const own = useListState({ phone: '' })
  const list = useTabs(own)
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Row | null>(null)
  const { phone, isOdd } = searchedPhone(own.values.phone)
  const filter = { phone }
  const asked = useListCall(adminBlacklistCalls.list, { ...filter, ...own.page }, { enabled: !isOdd })
  const query = isOdd ? nothingFound(asked) : asked
  const add = (
    <Button type="primary" onClick={() => setAdding(true)}>
      加入号码
    </Button>
  )
  const actions = actionColumn<Row>(80, row => [{ label: '移出', isDanger: true, onClick: () => setRemoved(row) }])
  const bulk = useBulk<Row>()
  return (
    <ListPage
      id="admin-blacklist"
      title="平台黑名单"
      note="这里的号码收不到任何客户的任何短信，包括验证码；客户只知道号码被平台停发，看不到原因。"
      action={add}
      tabs={tabs}
      list={list}
      query={query}
      columns={[...facts, actions]}
      rowKey={row => row.phone}
      readPage={page => send(adminBlacklistCalls.list, { ...filter, ...page })}
      batch={(choice, clear) => (
        <Button danger onClick={() => bulk.open(true, choice, clear)}>
          移出
        </Button>
      )}
      filters={[phoneFilter]}
      emptyState={{ title: '平台没有停发任何号码', text: '只在法律要求、号码持有人书面要求或被用于攻击时停发。', action: add }}
      errorTitle="平台黑名单没能加载"
    >
      <Suspense>
        {isAdding ? <AddDialog onClose={() => setAdding(false)} /> : null}
        {bulk.asked ? <RemoveManyDialog {...bulk.props(bulk.asked)} /> : null}
      </Suspense>
      {removed ? <RemoveDialog row={removed} onClose={() => setRemoved(null)} /> : null}
    </ListPage>
  )
}

function RemoveDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const remove = useDialogAct(adminBlacklistCalls.remove, {
    invalidates: [adminBlacklistCalls.list],
    done: `${row.phone} 已移出平台黑名单`,
    onClose,
  })
  return (
    <ActForm<{ reason: string }>
      title={`移出 ${row.phone}`}
      okText="移出"
      isDanger
      consequence="移出后，客户可以重新向这个号码发送短信；客户自己黑名单里的记录不受影响。"
      reasonHint="记入操作记录。"
      act={remove}
      onSubmit={({ reason }) => remove.mutate({ phone: row.phone, reason })}
      onClose={onClose}
    />
  )
}
