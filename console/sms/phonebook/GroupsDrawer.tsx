import { App, Button, Input, Select } from 'antd'
import { useState } from 'react'
import { groupNameRule, phonebookCalls } from '#contract/recipients/phonebook.ts'
import { useAct } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Section } from '#ui/display/Facts.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { RowActions } from '#ui/list/RowActions.tsx'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import { ClearGroupDialog, DeleteGroupDialog, useGroupDeletion } from './GroupDialogs.tsx'
import style from './Phonebook.module.css'
import { type GroupRow, phonebookAnswers, treeOf, useGroups } from './phonebook.ts'

interface GroupsDrawerProps {
  mayWrite: boolean
  /** Shows the contacts of a group. */
  onShow: (group: GroupRow) => void
  /** Called when a group was deleted. */
  onDeleted: (groupId: string) => void
  /** Emptying continues in the background. */
  onStarted: () => void
  onClose: () => void
}
type Open = { kind: 'edit' | 'clear' | 'delete'; group: GroupRow } | null

/** 分组管理: the groups in two levels with counts; create, rename, move, empty and delete. */
export function GroupsDrawer({ mayWrite, onShow, onDeleted, onStarted, onClose }: GroupsDrawerProps) {
  const query = useGroups()
  const groups = query.data?.rows ?? []
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const { removeAtOnce, isAsked } = useGroupDeletion(group => onDeleted(group.groupId))
  const acts = (group: GroupRow, total: number) => [
    { label: '查看', onClick: () => onShow(group) },
    ...(mayWrite
      ? [
          { label: '修改', onClick: () => setOpen({ kind: 'edit', group }) },
          {
            label: '清空',
            isDanger: true,
            refusedBecause: total === 0 ? '分组里没有联系人' : null,
            onClick: () => setOpen({ kind: 'clear', group }),
          },
          { label: '删除', isDanger: true, onClick: () => (isAsked(group) ? setOpen({ kind: 'delete', group }) : removeAtOnce(group)) },
        ]
      : []),
  ]
  const totals = new Map(treeOf(groups).map(node => [node.group.groupId, node.total]))
  const totalOf = (group: GroupRow) => totals.get(group.groupId) ?? group.contactCount
  return (
    <DetailDrawer onClose={onClose} title="分组管理" query={query}>
      {() => (
        <>
          {mayWrite ? <CreateGroup groups={groups} /> : null}
          <Section title={`全部分组（${thousands(groups.length)}）`}>
            {groups.length === 0 ? <p className={style.note}>还没有分组。</p> : null}
            <ul className={`${layout.list} ${style.groups}`}>
              {treeOf(groups).flatMap(({ group, below }) =>
                [group, ...below].map(one => (
                  <li key={one.groupId} data-below={one.parentId !== null || undefined}>
                    <b>
                      {one.name} <small>{thousands(totalOf(one))} 人</small>
                    </b>
                    <RowActions actions={acts(one, totalOf(one))} />
                  </li>
                )),
              )}
            </ul>
          </Section>
          {open?.kind === 'edit' ? <EditGroupDialog group={open.group} groups={groups} onClose={close} /> : null}
          {open?.kind === 'clear' ? (
            <ClearGroupDialog group={open.group} count={totalOf(open.group)} onClose={close} onStarted={onStarted} />
          ) : null}
          {open?.kind === 'delete' ? (
            <DeleteGroupDialog
              group={groups.find(one => one.groupId === open.group.groupId) ?? open.group}
              onClose={close}
              onDone={() => {
                onDeleted(open.group.groupId)
                close()
              }}
            />
          ) : null}
        </>
      )}
    </DetailDrawer>
  )
}

const top = 'top'

/** The level, and the parent group. */
function ParentField({
  groups,
  parentId,
  onChange,
}: {
  groups: GroupRow[]
  parentId: string | null
  onChange: (id: string | null) => void
}) {
  const parents = treeOf(groups)
  if (parents.length === 0) return null
  return (
    <Field label="上级分组">
      {({ id }) => (
        <Select
          id={id}
          style={{ width: '100%' }}
          showSearch={{ optionFilterProp: 'label' }}
          value={parentId ?? top}
          options={[
            { value: top, label: '无，作为一级分组' },
            ...parents.map(({ group }) => ({ value: group.groupId, label: group.name })),
          ]}
          onChange={value => onChange(value === top ? null : value)}
        />
      )}
    </Field>
  )
}

function CreateGroup({ groups }: { groups: GroupRow[] }) {
  const { message } = App.useApp()
  const [name, setName] = useState('')
  const [parentId, setParentId] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const create = useAct(phonebookCalls.createGroup, {
    invalidates: phonebookAnswers,
    onDone: () => {
      void message.success('已新建分组')
      setName('')
      setTried(false)
    },
  })
  const wrong = ruleMessage(groupNameRule, name)
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        setTried(true)
        if (wrong === null) create.mutate({ name, parentId })
      }}
    >
      <div className={style.pair}>
        <Field
          label="新分组的名称"
          error={isTried ? wrong : null}
          count={{ length: name.trim().length, most: limits.contactGroupNameCharacters }}
        >
          {control => <Input {...control} placeholder="例如：老客户" value={name} onChange={event => setName(event.target.value)} />}
        </Field>
        <ParentField groups={groups} parentId={parentId} onChange={setParentId} />
      </div>
      <p>
        <Button type="primary" htmlType="submit" loading={create.isPending}>
          新建分组
        </Button>
      </p>
      <FormRefusal error={create.error} />
    </form>
  )
}

function EditGroupDialog({ group, groups, onClose }: { group: GroupRow; groups: GroupRow[]; onClose: () => void }) {
  const [name, setName] = useState(group.name)
  const [parentId, setParentId] = useState(group.parentId)
  const edit = useAct(phonebookCalls.editGroup, { invalidates: phonebookAnswers, onDone: onClose })
  const wrong = ruleMessage(groupNameRule, name)
  const save = () => wrong === null && edit.mutate({ groupId: group.groupId, name, parentId })
  const hasBelow = groups.some(one => one.parentId === group.groupId)
  return (
    <AskDialog title={`修改分组“${group.name}”`} okText="保存" act={edit} onOk={save} onClose={onClose}>
      <Field
        label="分组名称"
        error={wrong ?? edit.error?.fields.name ?? null}
        count={{ length: name.trim().length, most: limits.contactGroupNameCharacters }}
      >
        {control => <Input {...control} value={name} onChange={event => setName(event.target.value)} />}
      </Field>
      {hasBelow ? (
        <p className={style.note}>分组最多两级：它有下级分组，只能留在第一级。</p>
      ) : (
        <ParentField groups={groups.filter(one => one.groupId !== group.groupId)} parentId={parentId} onChange={setParentId} />
      )}
    </AskDialog>
  )
}
