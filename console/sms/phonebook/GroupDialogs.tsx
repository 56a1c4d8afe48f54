import { Checkbox, Input } from 'antd'
import { useState } from 'react'
import { watchTask } from '#console/shared/tasks/watched.ts'
import { useUndo } from '#console/shared/undo/use-undo.tsx'
import { contactTaskCalls } from '#contract/recipients/contact-task.ts'
import { phonebookCalls } from '#contract/recipients/phonebook.ts'
import { useAct } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Field } from '#ui/form/Field.tsx'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import { limits } from '#values/limits.ts'
import { type GroupRow, phonebookAnswers } from './phonebook.ts'

interface ClearGroupDialogProps {
  group: GroupRow
  /** Including subgroups. */
  count: number
  onClose: () => void
  onStarted: () => void
}

/** Empties a group and its subgroups, after its name was typed. */
export function ClearGroupDialog({ group, count, onClose, onStarted }: ClearGroupDialogProps) {
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const start = useAct(contactTaskCalls.start, {
    invalidates: [contactTaskCalls.list],
    onDone: ({ taskId }) => {
      watchTask('contacts', taskId)
      onStarted()
    },
  })
  const isSure = typed.trim() === group.name
  const confirm = () => {
    setTried(true)
    if (isSure) start.mutate({ act: { kind: 'delete', filter: { groupId: group.groupId } } })
  }
  return (
    <AskDialog
      title={`清空分组“${group.name}”`}
      okText={`删除 ${thousands(count)} 个联系人`}
      isDanger
      act={start}
      onOk={confirm}
      onClose={onClose}
    >
      <p>
        分组和它的下级分组里的 <b>{thousands(count)}</b> 个联系人会删除，{undoNote(count)}；分组保留。在后台进行，可以在“管理 -
        任务与结果”里看进度、取消。
      </p>
      <Field label={`请输入分组名称“${group.name}”以确认`} error={isTried && !isSure ? '与分组名称不一致' : null}>
        {control => <Input {...control} autoComplete="off" value={typed} onChange={event => setTyped(event.target.value)} />}
      </Field>
    </AskDialog>
  )
}

const undoNote = (count: number) => (count > limits.undoActRows ? '不能恢复' : `${limits.undoHours} 小时内可以撤销`)

/** From so many contacts on the deletion of a group is asked about first, though it can be undone. */
const askedContacts = 100

/** Deletes an empty or small group at once. */
export function useGroupDeletion(onDone: (group: GroupRow) => void) {
  const { offer } = useUndo()
  const remove = useMessageAct(phonebookCalls.deleteGroup, { invalidates: phonebookAnswers })
  const removeAtOnce = (group: GroupRow) =>
    remove.mutate(
      { groupId: group.groupId, contactCount: group.contactCount },
      {
        onSuccess: ({ removedCount, undoId }) => {
          offer(deletedText(group, removedCount), undoId)
          onDone(group)
        },
      },
    )
  return { removeAtOnce, isAsked: (group: GroupRow) => group.contactCount > askedContacts }
}

const deletedText = (group: GroupRow, removedCount: number) =>
  removedCount === 0 ? `已删除分组“${group.name}”` : `已删除分组“${group.name}”和 ${thousands(removedCount)} 个联系人`

export function DeleteGroupDialog({ group, onClose, onDone }: { group: GroupRow; onClose: () => void; onDone: () => void }) {
  const { offer } = useUndo()
  const [isSure, setSure] = useState(false)
  const [isTried, setTried] = useState(false)
  const remove = useAct(phonebookCalls.deleteGroup, {
    invalidates: phonebookAnswers,
    onDone: ({ removedCount, undoId }) => {
      offer(deletedText(group, removedCount), undoId)
      onDone()
    },
  })
  const { contactCount } = group
  const isFull = contactCount > limits.deletedGroupContacts
  const confirm = () => {
    setTried(true)
    if (isSure) remove.mutate({ groupId: group.groupId, contactCount })
  }
  if (isFull)
    return (
      <Dialog open title={`分组“${group.name}”还不能删除`} cancelText="返回" okButtonProps={{ hidden: true }} onCancel={onClose}>
        <p>
          分组里有 <b>{thousands(contactCount)}</b> 个联系人。请先“清空”，或把它们移动到其他分组，再删除分组。
        </p>
      </Dialog>
    )
  return (
    <AskDialog
      title={`删除分组“${group.name}”吗？`}
      okText={`删除分组和 ${thousands(contactCount)} 个联系人`}
      isDanger
      act={remove}
      onOk={confirm}
      onClose={onClose}
    >
      <p>
        分组里的 <b>{thousands(contactCount)}</b> 个联系人会一起删除，{undoNote(contactCount)}。想保留的，请先移动到其他分组。
      </p>
      <Field label="确认" isGroup error={isTried && !isSure ? '请先勾选确认' : null}>
        {() => (
          <Checkbox checked={isSure} onChange={event => setSure(event.target.checked)}>
            我确定删除这个分组和其中的 {thousands(contactCount)} 个联系人
          </Checkbox>
        )}
      </Field>
    </AskDialog>
  )
}
