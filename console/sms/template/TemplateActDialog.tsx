import { App } from 'antd'
import { templateCan } from '#contract/review-state.ts'
import { templateCalls } from '#contract/template.ts'
import { useAct } from '../../call.ts'
import { ActDialog } from '../review/ActDialog.tsx'
import { type AskedAct, consequences, type TemplateRow, templateAnswers } from './template.ts'

interface TemplateActDialogProps {
  act: AskedAct
  row: TemplateRow
  onClose: () => void
  onDone: () => void
}

/** Asks before an act on a template. */
export function TemplateActDialog({ act, row, onClose, onDone }: TemplateActDialogProps) {
  const { message } = App.useApp()
  const { name } = templateCan[act]
  const options = {
    invalidates: templateAnswers,
    onDone: () => {
      void message.success(`已${name}“${row.name}”`)
      onDone()
    },
  }
  const submit = useAct(templateCalls.submit, options)
  const withdraw = useAct(templateCalls.withdraw, options)
  const disable = useAct(templateCalls.disable, options)
  const remove = useAct(templateCalls.delete, options)
  const current = { submit, withdraw, disable, delete: remove }[act]
  return (
    <ActDialog
      title={`${name}模板“${row.name}”`}
      consequence={consequences[act]}
      okText={name}
      isDanger={act === 'disable' || act === 'delete'}
      isPending={current.isPending}
      error={current.error}
      onConfirm={() => current.mutate({ templateId: row.templateId })}
      onClose={onClose}
    />
  )
}
