import { Modal } from 'antd'
import type { CallError } from '../../call.ts'
import { FormRefusal } from '../../ui/FormRefusal.tsx'

interface ActDialogProps {
  title: string
  /** What it will do. */
  consequence: string
  okText: string
  isDanger: boolean
  isPending: boolean
  error: CallError | null
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an act and keeps the server's refusal in view. */
export function ActDialog({ title, consequence, okText, isDanger, isPending, error, onConfirm, onClose }: ActDialogProps) {
  return (
    <Modal
      open
      title={title}
      okText={okText}
      cancelText="返回"
      okButtonProps={{ danger: isDanger }}
      confirmLoading={isPending}
      onOk={onConfirm}
      onCancel={onClose}
    >
      <p>{consequence}</p>
      <FormRefusal error={error} />
    </Modal>
  )
}
