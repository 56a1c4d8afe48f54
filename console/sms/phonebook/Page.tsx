import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { phonebookCalls } from '#contract/phonebook.ts'
import { useCall } from '../../call.ts'
import { useMay } from '../../session.ts'
import { thousands } from '../../ui/Count.tsx'
import { lazyPart } from '../../ui/chunk.ts'
import { ListPage } from '../../ui/ListPage.tsx'
import type { Choice } from '../../ui/list-choice.tsx'
import type { ListColumn } from '../../ui/list-columns.tsx'
import { useListState } from '../../ui/list-state.ts'
import { Moment } from '../../ui/Moment.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { useUrlState } from '../../ui/url-state.ts'
import { type ContactRow, useGroups } from './phonebook.ts'

const AddForm = lazyPart('AddForm', () => import('./AddForm.tsx'))
const GroupsDrawer = lazyPart('GroupsDrawer', () => import('./GroupsDrawer.tsx'))
const EditDialog = lazyPart('EditDialog', () => import('./EditDialog.tsx'))
const MoveDialog = lazyPart('MoveDialog', () => import('./MoveDialog.tsx'))
const RemoveDialog = lazyPart('RemoveDialog', () => import('./RemoveDialog.tsx'))

const facts: ListColumn<ContactRow>[] = [
  { id: 'phone', title: '手机号', isAlways: true, width: 120, render: row => row.phone },
  { id: 'name', title: '姓名', width: 140, render: row => row.name || '–' },
  { id: 'group', title: '分组', width: 160, render: row => row.groupName },
  { id: 'createdAt', title: '加入时间', width: 150, render: row => <Moment at={row.createdAt} short /> },
]

/** What is to be done to contacts, and what to do with the choice of rows afterwards. */
interface Act {
  kind: 'edit' | 'move' | 'remove'
  rows: ContactRow[]
  clear: () => void
}

/** 通讯录: contacts by group, found by number or name. */
export function Page() {
  const list = useListState({ search: '', groupId: '' })
  const [open, setOpen] = useUrlState({ form: '', groupId: '', search: '', cursor: '' })
  const [act, setAct] = useState<Act | null>(null)
  const mayWrite = useMay('phonebook.write')
  const groupId = list.values.groupId || undefined
  const groups = useGroups()
  const query = useCall(phonebookCalls.list, { search: list.values.search || undefined, groupId, ...list.page })
  const groupRows = groups.data?.rows ?? []
  const close = () => setOpen({ form: '' })
  const done = () => {
    act?.clear()
    setAct(null)
  }
  const actOn = (row: ContactRow, kind: Act['kind']) => () => setAct({ kind, rows: [row], clear: () => undefined })

  const add = mayWrite ? (
    <Button type="primary" onClick={() => setOpen({ form: 'new' })}>
      添加联系人
    </Button>
  ) : null
  const columns: ListColumn<ContactRow>[] = mayWrite
    ? [
        ...facts,
        {
          id: 'actions',
          title: '操作',
          isAlways: true,
          fixed: 'end',
          width: 150,
          render: row => (
            <RowActions
              actions={[
                { label: '编辑', onClick: actOn(row, 'edit') },
                { label: '移动', onClick: actOn(row, 'move') },
                { label: '删除', isDanger: true, onClick: actOn(row, 'remove') },
              ]}
            />
          ),
        },
      ]
    : facts
  return (
    <ListPage
      id="phonebook"
      title="通讯录"
      note={groups.data ? `${thousands(total(groupRows))} 个联系人，${thousands(groupRows.length)} 个分组。` : undefined}
      action={
        <>
          <Button onClick={() => setOpen({ form: 'groups' })}>分组管理</Button>
          {add}
        </>
      }
      list={list}
      query={query}
      columns={columns}
      rowKey={row => row.contactId}
      filters={[
        {
          kind: 'search',
          name: 'search',
          label: '手机号、后 4 位或姓名开头',
          placeholder: '号码、后 4 位或姓名',
          pattern: /^(?:\d{4}|1[3-9]\d{9}|(?=.*[^\d]).{1,60})$/s,
          mismatch: '手机号请输入完整的 11 位，或只输入后 4 位',
        },
        {
          kind: 'select',
          name: 'groupId',
          label: '分组',
          options: groupRows.map(group => ({ value: group.groupId, label: `${group.name}（${thousands(group.contactCount)}）` })),
        },
      ]}
      {...(mayWrite
        ? {
            batch: ({ rows }: Choice<ContactRow>, clear: () => void) => (
              <>
                <Button onClick={() => setAct({ kind: 'move', rows, clear })}>移动</Button>
                <Button danger onClick={() => setAct({ kind: 'remove', rows, clear })}>
                  删除
                </Button>
              </>
            ),
          }
        : {})}
      emptyState={{
        title: '通讯录是空的',
        text: '把常联系的客户按分组放在这里。可以逐个添加，也可以一次粘贴最多 10,000 个。',
        action: add,
      }}
      errorTitle="通讯录没能加载"
    >
      <Suspense>
        {open.form === 'new' && mayWrite && groups.data ? <AddForm groups={groupRows} groupId={groupId} onClose={close} /> : null}
        {open.form === 'groups' ? (
          <GroupsDrawer
            mayWrite={mayWrite}
            onShow={group => setOpen({ form: '', groupId: group.groupId, search: '', cursor: '' })}
            onDeleted={deleted => {
              if (deleted === groupId) list.change({ groupId: '' })
            }}
            onClose={close}
          />
        ) : null}
        {act?.kind === 'edit' ? <EditDialog row={act.rows[0]!} onClose={done} /> : null}
        {act?.kind === 'move' ? <MoveDialog rows={act.rows} groups={groupRows} onClose={() => setAct(null)} onDone={done} /> : null}
        {act?.kind === 'remove' ? <RemoveDialog rows={act.rows} onClose={() => setAct(null)} onDone={done} /> : null}
      </Suspense>
    </ListPage>
  )
}

const total = (groups: readonly { contactCount: number }[]) => groups.reduce((sum, group) => sum + group.contactCount, 0)
