import { useUndo } from '#console/shared/undo/use-undo.tsx'
import { useAct } from '#ui/call.ts'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
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
  const { offer } = useUndo()
  const asked = useAct(noun.calls[act], {
    invalidates: noun.answers,
    onDone: done => {
      offer(`已${actName(act)}“${noun.titleOf(row)}”`, undoIdOf(done))
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

/** Of the answer of a deletion; the calls are of both nouns. */
const undoIdOf = (answer: unknown): string | null =>
  typeof answer === 'object' && answer !== null && 'undoId' in answer && typeof answer.undoId === 'string' ? answer.undoId : null
