import { App, Modal, Select } from 'antd'
import { useState } from 'react'
import { phonebookCalls } from '#contract/phonebook.ts'
import { useAct } from '../../call.ts'
import { Field } from '../../ui/Field.tsx'
import { FormRefusal } from '../../ui/FormRefusal.tsx'
import { type ContactRow, type GroupRow, phonebookAnswers, toldAs } from './phonebook.ts'

interface MoveDialogProps {
  rows: ContactRow[]
  groups: GroupRow[]
  onClose: () => void
  onDone: () => void
}

/** Moves contacts to another group and says which stayed. */
export function MoveDialog({ rows, groups, onClose, onDone }: MoveDialogProps) {
  const { message } = App.useApp()
  const [groupId, setGroupId] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const move = useAct(phonebookCalls.move, {
    invalidates: phonebookAnswers,
    onDone: ({ movedCount, stayedCount }) => {
      const stayed = stayedCount > 0 ? `，${stayedCount} 个的号码在该分组里已有，没有移动` : ''
      void message.success(`已移动 ${movedCount} 个联系人${stayed}`)
      onDone()
    },
  })
  // A group where all of them are already is no choice.
  const others = groups.filter(group => rows.some(row => row.groupId !== group.groupId))
  const confirm = () => {
    setTried(true)
    if (groupId !== null) move.mutate({ contactIds: rows.map(row => row.contactId), groupId })
  }
  return (
    <Modal
      open
      title={`移动${toldAs(rows)}`}
      okText="移动"
      cancelText="返回"
      confirmLoading={move.isPending}
      okButtonProps={{ disabled: others.length === 0 }}
      onOk={confirm}
      onCancel={onClose}
    >
      <Field
        label="移到分组"
        error={isTried && groupId === null ? '请选择分组' : null}
        hint={others.length === 0 ? '还没有其他分组，请先在“分组管理”里新建' : '该分组里已有同一个号码的，留在原来的分组'}
      >
        {({ id, status }) => (
          <Select
            id={id}
            status={status}
            style={{ width: '100%' }}
            placeholder="选择一个分组"
            showSearch={{ optionFilterProp: 'label' }}
            value={groupId}
            options={others.map(group => ({ value: group.groupId, label: group.name }))}
            onChange={setGroupId}
          />
        )}
      </Field>
      <FormRefusal error={move.error} />
    </Modal>
  )
}
