import { App } from 'antd'
import { templateCalls } from '#contract/template.ts'
import { useAct } from '../../call.ts'
import { ActDialog } from '../review/ActDialog.tsx'
import { type AskedAct, actName } from '../review/acts.ts'
import { consequences, type TemplateRow, templateAnswers } from './template.ts'

interface TemplateActDialogProps {
  act: AskedAct
  row: TemplateRow
  onClose: () => void
  onDone: () => void
}

/** Asks before an act on a template. */
export function TemplateActDialog({ act, row, onClose, onDone }: TemplateActDialogProps) {
  const { message } = App.useApp()
  const asked = useAct(templateCalls[act], {
    invalidates: templateAnswers,
    onDone: () => {
      void message.success(`已${actName(act)}“${row.name}”`)
      onDone()
    },
  })
  return (
    <ActDialog
      act={act}
      what="模板"
      name={row.name}
      consequence={consequences[act]}
      isPending={asked.isPending}
      error={asked.error}
      onConfirm={() => asked.mutate({ templateId: row.templateId })}
      onClose={onClose}
    />
  )
}
