import { App } from 'antd'
import { signatureCalls } from '#contract/signature.ts'
import { useAct } from '../../call.ts'
import { ActDialog } from '../review/ActDialog.tsx'
import { type AskedAct, actName } from '../review/acts.ts'
import { consequences, type SignatureRow, signatureAnswers } from './signature.ts'

interface SignatureActDialogProps {
  act: AskedAct
  row: SignatureRow
  onClose: () => void
  onDone: () => void
}

/** Asks before an act on a signature. */
export function SignatureActDialog({ act, row, onClose, onDone }: SignatureActDialogProps) {
  const { message } = App.useApp()
  const asked = useAct(signatureCalls[act], {
    invalidates: signatureAnswers,
    onDone: () => {
      void message.success(`已${actName(act)}“${row.text}”`)
      onDone()
    },
  })
  return (
    <ActDialog
      act={act}
      what="签名"
      name={row.text}
      consequence={consequences[act]}
      isPending={asked.isPending}
      error={asked.error}
      onConfirm={() => asked.mutate({ signatureId: row.signatureId })}
      onClose={onClose}
    />
  )
}
