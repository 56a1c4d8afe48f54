import { App, Button, Checkbox, Input, Modal } from 'antd'
import { useState } from 'react'
import { groupNameRule, phonebookCalls } from '#contract/phonebook.ts'
import { limits } from '#values/limits.ts'
import { useAct } from '../../call.ts'
import { thousands } from '../../ui/Count.tsx'
import { DetailDrawer, Section } from '../../ui/DetailDrawer.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormRefusal } from '../../ui/FormRefusal.tsx'
import { ruleMessage } from '../../ui/form-rules.ts'
import { RowActions } from '../../ui/RowActions.tsx'
import style from './Phonebook.module.css'
import { type GroupRow, phonebookAnswers, useGroups } from './phonebook.ts'

interface GroupsDrawerProps {
  mayWrite: boolean
  /** Shows the contacts of a group. */
  onShow: (group: GroupRow) => void
  /** A group is no more. */
  onDeleted: (groupId: string) => void
  onClose: () => void
}

/** 分组管理: the groups with their counts; new ones, other names, and none with its contacts. */
export function GroupsDrawer({ mayWrite, onShow, onDeleted, onClose }: GroupsDrawerProps) {
  const query = useGroups()
  const groups = query.data?.rows ?? []
  const [renamed, setRenamed] = useState<string | null>(null)
  const [deleted, setDeleted] = useState<GroupRow | null>(null)
  return (
    <DetailDrawer isOpen onClose={onClose} title="分组管理" query={query}>
      {() => (
        <>
          {mayWrite ? <CreateGroup /> : null}
          <Section title={`全部分组（${thousands(groups.length)}）`}>
            {groups.length === 0 ? <p className={style.note}>还没有分组。</p> : null}
            <ul className={style.groups}>
              {groups.map(group => (
                <li key={group.groupId}>
                  {renamed === group.groupId ? (
                    <RenameGroup group={group} onClose={() => setRenamed(null)} />
                  ) : (
                    <>
                      <b>
                        {group.name} <small>{thousands(group.contactCount)} 人</small>
                      </b>
                      <RowActions
                        actions={[
                          { label: '查看', onClick: () => onShow(group) },
                          ...(mayWrite
                            ? [
                                { label: '改名', onClick: () => setRenamed(group.groupId) },
                                { label: '删除', isDanger: true, onClick: () => setDeleted(group) },
                              ]
                            : []),
                        ]}
                      />
                    </>
                  )}
                </li>
              ))}
            </ul>
          </Section>
          {deleted ? (
            <DeleteGroupDialog
              group={groups.find(one => one.groupId === deleted.groupId) ?? deleted}
              onClose={() => setDeleted(null)}
              onDone={() => {
                onDeleted(deleted.groupId)
                setDeleted(null)
              }}
            />
          ) : null}
        </>
      )}
    </DetailDrawer>
  )
}

function CreateGroup() {
  const { message } = App.useApp()
  const [name, setName] = useState('')
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
  const save = () => {
    setTried(true)
    if (wrong === null) create.mutate({ name })
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        save()
      }}
    >
      <Field
        label="新分组的名称"
        error={isTried ? wrong : null}
        count={{ length: name.trim().length, most: limits.contactGroupNameCharacters }}
      >
        {control => (
          <div className={style.create}>
            <Input {...control} placeholder="例如：老客户" value={name} onChange={event => setName(event.target.value)} />
            <Button type="primary" htmlType="submit" loading={create.isPending}>
              新建分组
            </Button>
          </div>
        )}
      </Field>
      <FormRefusal error={create.error} />
    </form>
  )
}

function RenameGroup({ group, onClose }: { group: GroupRow; onClose: () => void }) {
  const [name, setName] = useState(group.name)
  const rename = useAct(phonebookCalls.editGroup, { invalidates: phonebookAnswers, onDone: onClose })
  const wrong = ruleMessage(groupNameRule, name) ?? rename.error?.message ?? null
  return (
    <form
      className={style.rename}
      onSubmit={event => {
        event.preventDefault()
        if (ruleMessage(groupNameRule, name) === null) rename.mutate({ groupId: group.groupId, name, parentId: group.parentId })
      }}
    >
      <div className={style.newName}>
        <Input
          autoFocus
          aria-label={`“${group.name}”的新名称`}
          status={wrong ? 'error' : ''}
          value={name}
          onChange={event => {
            setName(event.target.value)
            rename.reset()
          }}
        />
        {wrong ? (
          <div role="alert" className={style.wrong}>
            {wrong}
          </div>
        ) : null}
      </div>
      <Button type="primary" htmlType="submit" loading={rename.isPending}>
        保存
      </Button>
      <Button onClick={onClose}>取消</Button>
    </form>
  )
}

function DeleteGroupDialog({ group, onClose, onDone }: { group: GroupRow; onClose: () => void; onDone: () => void }) {
  const { message } = App.useApp()
  const [isSure, setSure] = useState(false)
  const [isTried, setTried] = useState(false)
  const remove = useAct(phonebookCalls.deleteGroup, {
    invalidates: phonebookAnswers,
    onDone: ({ removedCount }) => {
      void message.success(
        removedCount === 0 ? `已删除分组“${group.name}”` : `已删除分组“${group.name}”和 ${thousands(removedCount)} 个联系人`,
      )
      onDone()
    },
  })
  const { contactCount } = group
  const confirm = () => {
    setTried(true)
    if (contactCount === 0 || isSure) remove.mutate({ groupId: group.groupId, contactCount })
  }
  return (
    <Modal
      open
      title={`删除分组“${group.name}”吗？`}
      okText={contactCount === 0 ? '删除' : `删除分组和 ${thousands(contactCount)} 个联系人`}
      cancelText="返回"
      okButtonProps={{ danger: true }}
      confirmLoading={remove.isPending}
      onOk={confirm}
      onCancel={onClose}
    >
      {contactCount === 0 ? (
        <p>分组里没有联系人。</p>
      ) : (
        <>
          <p>
            分组里的 <b>{thousands(contactCount)}</b> 个联系人会一起删除，不能恢复。想保留的，请先移动到其他分组。
          </p>
          <Field label="确认" isGroup error={isTried && !isSure ? '请先勾选确认' : null}>
            {() => (
              <Checkbox checked={isSure} onChange={event => setSure(event.target.checked)}>
                我确定删除这个分组和其中的 {thousands(contactCount)} 个联系人
              </Checkbox>
            )}
          </Field>
        </>
      )}
      <FormRefusal error={remove.error} />
    </Modal>
  )
}
