import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { CallError } from '#ui/call.ts'
import { FieldsBeside } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { UnsavedWarning } from '#ui/form/UnsavedWarning.tsx'
import { useLeave } from '#ui/form/use-leave.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'

interface ReviewFormProps {
  id: string
  title: string
  /** The reviewers' reason for refusing the edited version. */
  reason: string | null | undefined
  isChanged: boolean
  act: { isPending: boolean; variables: { isSubmitted: boolean } | undefined }
  onSave: (isSubmitted: boolean) => void
  onClose: () => void
  /** Preview of the message. */
  preview: ReactNode
  /** The error that belongs to no field. */
  error: CallError | null
  children: ReactNode
}

/** The form of a signature or template: saved as a draft, or submitted for review. */
export function ReviewForm({ id, title, reason, isChanged, act, onSave, onClose, preview, error, children }: ReviewFormProps) {
  const leave = useLeave(isChanged, onClose)
  const isWaitingFor = (isSubmitted: boolean) => act.isPending && act.variables?.isSubmitted === isSubmitted
  return (
    <DetailDrawer
      onClose={leave}
      title={title}
      actions={
        <>
          <Button onClick={() => onSave(false)} loading={isWaitingFor(false)}>
            存为草稿
          </Button>
          <Button type="primary" htmlType="submit" form={id} loading={isWaitingFor(true)}>
            提交审核
          </Button>
        </>
      }
    >
      {reason ? <FormRefusal error={{ message: `上次未通过的原因：${reason}` }} /> : null}
      <form
        id={id}
        onSubmit={event => {
          event.preventDefault()
          onSave(true)
        }}
      >
        <FieldsBeside aside={preview}>{children}</FieldsBeside>
      </form>
      <FormRefusal error={error} />
      <UnsavedWarning isUnsaved={isChanged} />
    </DetailDrawer>
  )
}
