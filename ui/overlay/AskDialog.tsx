import type { ReactNode } from 'react'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { Dialog } from './Dialog.tsx'

interface AskDialogProps {
  title: ReactNode
  okText: string
  isDanger?: boolean
  isDisabled?: boolean
  act: { isPending: boolean; error: { message: string; code?: string; requestId?: string } | null }
  onOk: () => void
  onClose: () => void
  children: ReactNode
}

/** Dialog that confirms an act: explains it, has its fields, and keeps its refusal in view. */
export function AskDialog({ title, okText, isDanger = false, isDisabled = false, act, onOk, onClose, children }: AskDialogProps) {
  return (
    <Dialog
      open
      title={title}
      okText={okText}
      cancelText="返回"
      okButtonProps={{ danger: isDanger, disabled: isDisabled }}
      confirmLoading={act.isPending}
      onOk={onOk}
      onCancel={onClose}
    >
      {children}
      <FormRefusal error={act.error} />
    </Dialog>
  )
}
