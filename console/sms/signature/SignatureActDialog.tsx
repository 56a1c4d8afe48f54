import { App } from 'antd'
import { signatureCan } from '#contract/review-state.ts'
import { signatureCalls } from '#contract/signature.ts'
import { useAct } from '../../call.ts'
import { ActDialog } from '../review/ActDialog.tsx'
import { type AskedAct, consequences, type SignatureRow, signatureAnswers } from './signature.ts'

interface SignatureActDialogProps {
  act: AskedAct
  row: SignatureRow
  onClose: () => void
  onDone: () => void
}

/** Asks before an act on a signature. */
export function SignatureActDialog({ act, row, onClose, onDone }: SignatureActDialogProps) {
  const { message } = App.useApp()
  const { name } = signatureCan[act]
  const options = {
    invalidates: signatureAnswers,
    onDone: () => {
      void message.success(`已${name}“${row.text}”`)
      onDone()
    },
  }
  const submit = useAct(signatureCalls.submit, options)
  const withdraw = useAct(signatureCalls.withdraw, options)
  const disable = useAct(signatureCalls.disable, options)
  const remove = useAct(signatureCalls.delete, options)
  const current = { submit, withdraw, disable, delete: remove }[act]
  return (
    <ActDialog
      title={`${name}签名“${row.text}”`}
      consequence={consequences[act]}
      okText={name}
      isDanger={act === 'disable' || act === 'delete'}
      isPending={current.isPending}
      error={current.error}
      onConfirm={() => current.mutate({ signatureId: row.signatureId })}
      onClose={onClose}
    />
  )
}
