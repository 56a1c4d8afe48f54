import { App, Modal } from 'antd'
import { phonebookCalls } from '#contract/phonebook.ts'
import { useAct } from '../../call.ts'
import { thousands } from '../../ui/Count.tsx'
import { FormRefusal } from '../../ui/FormRefusal.tsx'
import { type ContactRow, phonebookAnswers, toldAs } from './phonebook.ts'

interface RemoveDialogProps {
  rows: ContactRow[]
  onClose: () => void
  onDone: () => void
}

/** Deletes contacts after a question. */
export function RemoveDialog({ rows, onClose, onDone }: RemoveDialogProps) {
  const { message } = App.useApp()
  const remove = useAct(phonebookCalls.remove, {
    invalidates: phonebookAnswers,
    onDone: ({ removedCount }) => {
      void message.success(`已删除 ${thousands(removedCount)} 个联系人`)
      onDone()
    },
  })
  return (
    <Modal
      open
      title={`删除${toldAs(rows)}吗？`}
      okText="删除"
      cancelText="返回"
      okButtonProps={{ danger: true }}
      confirmLoading={remove.isPending}
      onOk={() => remove.mutate({ contactIds: rows.map(row => row.contactId) })}
      onCancel={onClose}
    >
      <p>删除后不能恢复。发送记录和黑名单不受影响。</p>
      <FormRefusal error={remove.error} />
    </Modal>
  )
}
