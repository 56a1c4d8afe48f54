import { App, Button, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { watchTask } from '#console/shared/tasks/watched.ts'
import { useUndo } from '#console/shared/undo/use-undo.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import { groupNameRule, linkListCalls } from '#contract/links/link-list.ts'
import { useAct, useCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Section } from '#ui/display/Facts.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { RowActions } from '#ui/list/RowActions.tsx'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import { pathTo } from '../../paths.ts'
import { linkAnswers } from './answers.ts'
import style from './Manage.module.css'

type Group = CallAnswerWire<typeof linkListCalls.filters>['groups'][number]
type Open = { kind: 'rename' | 'delete'; group: Group } | null

/** 分组管理: groups with their number of links; create, rename, and delete without deleting links. */
export function GroupsDrawer({ mayWrite, onClose }: { mayWrite: boolean; onClose: () => void }) {
  const query = useCall(linkListCalls.filters, {})
  const [open, setOpen] = useState<Open>(null)
  const { offer } = useUndo()
  const remove = useMessageAct(linkListCalls.deleteGroup, { invalidates: linkAnswers })
  /** A group of few links is deleted at once, which can be undone. */
  const startRemoval = (group: Group) => {
    if (group.linkCount > limits.linkActRows) return setOpen({ kind: 'delete', group })
    return remove.mutate(
      { linkGroupId: group.linkGroupId },
      { onSuccess: ({ undoId }) => offer(`已删除分组“${group.name}”，短链保留`, undoId) },
    )
  }
  return (
    <DetailDrawer onClose={onClose} title="分组管理" query={query}>
      {({ groups }) => (
        <>
          {mayWrite ? <CreateGroup /> : null}
          <Section title={`全部分组（${thousands(groups.length)}）`}>
            {groups.length === 0 ? <p className={style.note}>还没有分组。分组可以在统计里一起看访问量。</p> : null}
            <ul className={`${layout.list} ${style.list}`}>
              {groups.map(group => (
                <li key={group.linkGroupId}>
                  <span className={`${layout.line12} ${style.line}`}>
                    <b>{group.name}</b>
                    <Link to={pathTo('/shorturl/manage', { linkGroupId: group.linkGroupId })}>{thousands(group.linkCount)} 个短链</Link>
                    <Link to={pathTo('/shorturl/visitor', { group: group.linkGroupId })}>访客统计</Link>
                    {mayWrite ? (
                      <RowActions
                        actions={[
                          { label: '改名', onClick: () => setOpen({ kind: 'rename', group }) },
                          { label: '删除', isDanger: true, onClick: () => startRemoval(group) },
                        ]}
                      />
                    ) : null}
                  </span>
                </li>
              ))}
            </ul>
          </Section>
          {open?.kind === 'rename' ? <RenameDialog group={open.group} onClose={() => setOpen(null)} /> : null}
          {open?.kind === 'delete' ? <DeleteDialog group={open.group} onClose={() => setOpen(null)} /> : null}
        </>
      )}
    </DetailDrawer>
  )
}

function CreateGroup() {
  const { message } = App.useApp()
  const [name, setName] = useState('')
  const [isTried, setTried] = useState(false)
  const create = useAct(linkListCalls.createGroup, {
    invalidates: linkAnswers,
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
        if (wrong === null) create.mutate({ name })
      }}
    >
      <Field
        label="新分组的名称"
        error={(isTried ? wrong : null) ?? create.error?.fields.name ?? null}
        count={{ length: name.trim().length, most: limits.linkGroupNameCharacters }}
      >
        {control => (
          <span className={style.create}>
            <Input {...control} placeholder="例如：春季活动" value={name} onChange={event => setName(event.target.value)} />
            <Button type="primary" htmlType="submit" loading={create.isPending}>
              新建分组
            </Button>
          </span>
        )}
      </Field>
      <FormRefusal error={create.error?.fields.name ? null : create.error} />
    </form>
  )
}

function RenameDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const [name, setName] = useState(group.name)
  const rename = useAct(linkListCalls.renameGroup, { invalidates: linkAnswers, onDone: onClose })
  const wrong = ruleMessage(groupNameRule, name)
  const save = () => wrong === null && rename.mutate({ linkGroupId: group.linkGroupId, name })
  return (
    <Dialog open title="修改分组名称" okText="保存" cancelText="返回" confirmLoading={rename.isPending} onOk={save} onCancel={onClose}>
      <Field
        label="分组名称"
        error={wrong ?? rename.error?.fields.name ?? null}
        count={{ length: name.trim().length, most: limits.linkGroupNameCharacters }}
      >
        {control => <Input {...control} value={name} onChange={event => setName(event.target.value)} />}
      </Field>
      <FormRefusal error={rename.error?.fields.name ? null : rename.error} />
    </Dialog>
  )
}

function DeleteDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const { message } = App.useApp()
  const remove = useAct(linkListCalls.deleteGroup, {
    invalidates: [...linkAnswers, linkListCalls.tasks],
    onDone: ({ taskId }) => {
      if (taskId) watchTask('links', taskId)
      void message.success('短链较多，正在后台移出分组，完成后分组自动删除')
      onClose()
    },
  })
  return (
    <AskDialog
      title={`删除分组“${group.name}”吗？`}
      okText="删除分组"
      isDanger
      act={remove}
      onOk={() => remove.mutate({ linkGroupId: group.linkGroupId })}
      onClose={onClose}
    >
      <p>
        分组里的 {thousands(group.linkCount)} 个短链保留，照常访问，只是不再属于任何分组；{limits.undoHours} 小时内可以在操作日志里撤销。
      </p>
    </AskDialog>
  )
}
