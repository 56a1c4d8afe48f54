import { Button } from 'antd'
import { type ReactNode, useId } from 'react'
import type { CallError } from '#ui/call.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { FormRefusal } from './FormRefusal.tsx'
import { UnsavedWarning } from './UnsavedWarning.tsx'
import { useLeave } from './use-leave.ts'

interface FieldDrawerProps {
  title: ReactNode
  okText?: string
  /** Null while there is nothing to save. */
  onSave: (() => void) | null
  isSaving: boolean
  isDisabled?: boolean
  /** Typed input would be lost: leaving asks for confirmation. */
  isUnsaved?: boolean
  error: CallError | null
  onClose: () => void
  /** The result of adding, in place of the fields. */
  result?: { view: ReactNode; onAgain: () => void } | null | undefined
  children: ReactNode
}

/** Drawer with fields that are saved together; each shows its own error, the server's refusal is below them. */
export function FieldDrawer({ isUnsaved = false, onClose, result, ...props }: FieldDrawerProps) {
  const formId = useId()
  const leave = useLeave(isUnsaved, onClose)
  if (result)
    return (
      <DetailDrawer
        onClose={onClose}
        title="添加结果"
        actions={
          <>
            <Button onClick={result.onAgain}>继续添加</Button>
            <Button type="primary" onClick={onClose} autoFocus>
              完成
            </Button>
          </>
        }
      >
        {result.view}
      </DetailDrawer>
    )
  return (
    <DetailDrawer
      onClose={leave}
      title={props.title}
      actions={
        props.onSave ? (
          <>
            <Button onClick={leave}>取消</Button>
            <Button type="primary" htmlType="submit" form={formId} loading={props.isSaving} disabled={props.isDisabled ?? false}>
              {props.okText ?? '保存'}
            </Button>
          </>
        ) : null
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          props.onSave?.()
        }}
      >
        {props.children}
      </form>
      <FormRefusal error={props.error} />
      {isUnsaved ? <UnsavedWarning isUnsaved /> : null}
    </DetailDrawer>
  )
}
