import { DownOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { routes } from '#console/routes.tsx'
import { ExportButton } from '#console/shared/ExportButton.tsx'
import { NextStep } from '#console/shared/NextStep.tsx'
import { phonebookCalls } from '#contract/recipients/phonebook.ts'
import { send, useCall, useListCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { actionColumn } from '#ui/list/action-column.tsx'
import type { Filter } from '#ui/list/ListFilters.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { Choice } from '#ui/list/list-choice.tsx'
import { type ListState, useListState } from '#ui/list/list-state.ts'
import type { RowAction } from '#ui/list/RowActions.tsx'
import { ButtonMenu } from '#ui/overlay/ButtonMenu.tsx'
import { useMedia } from '#ui/theme/media.ts'
import { useMay } from '../../session.ts'
import { type ActKind, type ActTarget, useRemoval } from './contact-acts.ts'
import { factColumns, fieldColumn } from './contact-columns.tsx'
import { type Act, Drawers, usePhonebookView } from './Drawers.tsx'
import { GroupTree } from './GroupTree.tsx'
import style from './Phonebook.module.css'
import { type ContactRow, type GroupRow, groupOptions, type TagRow, useGroups, useLabels, type WireFilter } from './phonebook.ts'
import { TasksButton } from './TasksButton.tsx'

const nothing = { search: '', groupId: '', tagId: '', consent: '', order: '' }

/** 通讯录: contacts by group, searched by number, name, tag and consent. */
export function Page() {
  const list = useListState(nothing)
  const [, setOpen] = usePhonebookView()
  const [act, setAct] = useState<Act | null>(null)
  const mayWrite = useMay('phonebook.write')
  const isNarrow = useMedia('(max-width: 991px)')
  const [groups, labels] = [useGroups(), useLabels().data]
  const [groupRows, tagRows, fieldRows] = [groups.data?.rows ?? [], labels?.tags ?? [], labels?.fields ?? []]
  const { filter, order, query, everything } = useContacts(list, mayWrite)
  const groupId = filter.groupId
  const show = (form: string) => setOpen({ form, contactId: '' })
  const { remove } = useRemoval()
  /** Ticked contacts are deleted without a question: that can be undone. */
  const start = (next: Act) => (next.kind === 'delete' && 'rows' in next.target ? remove(next.target.rows, next.clear) : setAct(next))
  const actOn = (row: ContactRow, kind: ActKind) => () => start({ kind, target: { rows: [row] }, clear: () => undefined })
  const targetOf = ({ rows, isEverything }: Choice<ContactRow>): ActTarget =>
    isEverything && everything !== undefined ? { filter, count: everything } : { rows }

  const actionsOf = (row: ContactRow): RowAction[] => [
    { label: '查看', onClick: () => setOpen({ contactId: row.contactId, form: '' }) },
    ...(mayWrite
      ? [
          { label: '编辑', onClick: () => setOpen({ contactId: row.contactId, form: 'edit' }) },
          { label: '移动', onClick: actOn(row, 'move') },
          { label: '删除', isDanger: true, onClick: actOn(row, 'delete') },
        ]
      : []),
  ]
  const add = mayWrite ? (
    <Button type="primary" onClick={() => show('new')}>
      添加联系人
    </Button>
  ) : null
  const importButton = mayWrite ? <Button onClick={() => show('import')}>导入</Button> : null
  return (
    <ListPage
      id="phonebook"
      title="通讯录"
      note={routes['/sms/phonebook'].note}
      action={
        <>
          <TasksButton onOpen={() => show('tasks')} />
          <MoreButton isNarrow={isNarrow} mayWrite={mayWrite} onShow={show} />
          <ExportButton source="contact" filter={{ ...filter }} count={everything} />
          {importButton}
          {add}
        </>
      }
      list={list}
      query={query}
      columns={[...factColumns(tagRows), ...fieldRows.map(fieldColumn), actionColumn(150, actionsOf)]}
      rowKey={row => row.contactId}
      readPage={page => send(phonebookCalls.list, { ...filter, order, ...page })}
      // No index has the contacts of a tag by name.
      order={filter.tagId ? undefined : { by: list.values.order, onChange: order => list.change({ order }) }}
      onOpen={row => setOpen({ contactId: row.contactId, form: '' })}
      filters={filtersOf(groupRows, tagRows, isNarrow)}
      everything={mayWrite ? everything : undefined}
      batch={
        mayWrite
          ? (choice, clear) =>
              batchActs.map(({ kind, label }) => (
                <Button key={kind} danger={kind === 'delete'} onClick={() => start({ kind, target: targetOf(choice), clear })}>
                  {label}
                </Button>
              ))
          : undefined
      }
      aside={
        isNarrow ? null : !groups.data ? (
          <div className={style.tree} aria-busy={!groups.error} />
        ) : (
          <GroupTree
            groups={groupRows}
            groupId={groupId ?? ''}
            onChoose={chosen => list.change({ groupId: chosen })}
            onManage={() => show('groups')}
          />
        )
      }
      emptyState={{
        title: '通讯录是空的',
        text: '把常联系的客户按分组放在这里，群发时直接选分组。可以从文件导入，也可以粘贴或逐个添加。',
        action: (
          <span className={style.actions}>
            {add}
            {importButton}
          </span>
        ),
      }}
      next={<NextStep of="contacts" />}
      errorTitle="通讯录没能加载"
    >
      <Drawers
        mayWrite={mayWrite}
        groups={groups.data?.rows}
        tags={tagRows}
        fields={labels?.fields}
        groupId={groupId}
        act={act}
        onAct={setAct}
        onGroupDeleted={deleted => {
          if (deleted === groupId) list.change({ groupId: '' })
        }}
      />
    </ListPage>
  )
}

/**
 * The contacts that match the filters in the address; `everything`: their number, for members who may act on them all.
 */
function useContacts(list: ListState<typeof nothing>, mayWrite: boolean) {
  const filter = wireFilter(list.values)
  const order: 'name' | undefined = list.values.order === 'name' ? 'name' : undefined
  const query = useListCall(phonebookCalls.list, { ...filter, order, ...list.page })
  return { filter, order, query, everything: useCall(phonebookCalls.count, filter, { enabled: mayWrite }).data?.count }
}

const batchActs = [
  { kind: 'move', label: '移动' },
  { kind: 'copy', label: '复制' },
  { kind: 'tag', label: '加标签' },
  { kind: 'untag', label: '去标签' },
  { kind: 'consent', label: '登记同意' },
  { kind: 'delete', label: '删除' },
] as const

/** The filter of the address as call input. */
function wireFilter({ search, groupId, tagId, consent }: typeof nothing): WireFilter {
  return {
    ...(search ? { search } : {}),
    ...(groupId ? { groupId } : {}),
    ...(tagId ? { tagId } : {}),
    ...(consent === 'yes' || consent === 'no' ? { consent } : {}),
  }
}

const filtersOf = (groups: readonly GroupRow[], tags: readonly TagRow[], isNarrow: boolean): Filter[] => [
  {
    kind: 'search',
    name: 'search',
    label: '手机号、后 4 位或姓名开头',
    placeholder: '号码、后 4 位或姓名',
    pattern: /^(?:\d{4}|1[3-9]\d{9}|(?=.*[^\d]).{1,60})$/s,
    mismatch: '手机号请输入完整的 11 位，或只输入后 4 位',
  },
  ...(isNarrow ? [{ kind: 'select' as const, name: 'groupId', label: '分组', options: groupOptions(groups) }] : []),
  {
    kind: 'select',
    name: 'tagId',
    label: '标签',
    options: tags.map(tag => ({ value: tag.tagId, label: `${tag.name}（${thousands(tag.contactCount)}）` })),
  },
  {
    kind: 'select',
    name: 'consent',
    label: '同意接收推广',
    options: [
      { value: 'yes', label: '已登记同意' },
      { value: 'no', label: '没有登记' },
    ],
  },
]

function MoreButton({ isNarrow, mayWrite, onShow }: { isNarrow: boolean; mayWrite: boolean; onShow: (form: string) => void }) {
  const items = [
    ...(isNarrow || mayWrite ? [{ key: 'groups', label: '分组管理' }] : []),
    { key: 'labels', label: '标签与字段' },
    { key: 'tasks', label: '任务与结果' },
    ...(mayWrite ? [{ key: 'merge', label: '合并重复' }] : []),
  ]
  return (
    <ButtonMenu menu={{ items, onClick: ({ key }) => onShow(key) }}>
      <Button>
        管理
        <DownOutlined />
      </Button>
    </ButtonMenu>
  )
}
