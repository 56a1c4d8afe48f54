import { App } from 'antd'
import { AskDialog } from '#ui/AskDialog.tsx'
import { useAct } from '#ui/call.ts'
import { type AskedAct, actName, isDangerous, type Reviewed, type ReviewedNoun } from './acts.ts'

interface ActDialogProps<Row extends Reviewed> {
  noun: ReviewedNoun<Row>
  act: AskedAct
  row: Row
  onClose: () => void
  onDone: () => void
}

/** Confirms an act on a signature or template, explains its effect, and keeps the server's refusal in view. */
export function ActDialog<Row extends Reviewed>({ noun, act, row, onClose, onDone }: ActDialogProps<Row>) {
  const { message } = App.useApp()
  const asked = useAct(noun.calls[act], {
    invalidates: noun.answers,
    onDone: () => {
      void message.success(`已${actName(act)}“${noun.titleOf(row)}”`)
      onDone()
    },
  })
  return (
    <AskDialog
      title={`${actName(act)}${noun.name}“${noun.titleOf(row)}”`}
      okText={actName(act)}
      isDanger={isDangerous(act)}
      act={asked}
      onOk={() => asked.mutate(noun.target(row))}
      onClose={onClose}
    >
      <p>{noun.consequences[act]}</p>
    </AskDialog>
  )
}
