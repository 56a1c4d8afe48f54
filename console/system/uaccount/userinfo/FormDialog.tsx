import type { ReactNode } from 'react'
import type { CallError } from '#ui/call.ts'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'

interface FormDialogProps {
  title: string
  okText: string
  isDanger?: boolean
  isBusy: boolean
  error: CallError | null
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A short form in a dialog; Enter submits, the server's refusal is below the fields. */
export function FormDialog(props: FormDialogProps) {
  const { error } = props
  // An error of a field is shown at the field.
  const isAtField = error !== null && Object.keys(error.fields).some(field => field !== 'stepUp')
  return (
    <Dialog
      open
      title={props.title}
      okText={props.okText}
      cancelText="取消"
      okButtonProps={{ danger: props.isDanger ?? false }}
      confirmLoading={props.isBusy}
      onOk={props.onSubmit}
      onCancel={props.onClose}
      width={480}
    >
      <form
        onSubmit={event => {
          event.preventDefault()
          if (!props.isBusy) props.onSubmit()
        }}
      >
        {props.children}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
      <FormRefusal error={isAtField ? null : error} />
    </Dialog>
  )
}
