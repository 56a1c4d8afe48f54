import { Modal } from 'antd'
import type { CallError } from '../../call.ts'
import { FormRefusal } from '../../ui/FormRefusal.tsx'
import { type AskedAct, actName, isDangerous } from './acts.ts'

interface ActDialogProps {
  act: AskedAct
  /** 签名 or 模板, and which one. */
  what: string
  name: string
  /** What it will do. */
  consequence: string
  isPending: boolean
  error: CallError | null
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an act and keeps the server's refusal in view. */
export function ActDialog({ act, what, name, consequence, isPending, error, onConfirm, onClose }: ActDialogProps) {
  return (
    <Modal
      open
      title={`${actName(act)}${what}“${name}”`}
      okText={actName(act)}
      cancelText="返回"
      okButtonProps={{ danger: isDangerous(act) }}
      confirmLoading={isPending}
      onOk={onConfirm}
      onCancel={onClose}
    >
      <p>{consequence}</p>
      <FormRefusal error={error} />
    </Modal>
  )
}
