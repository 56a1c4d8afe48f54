import type { ReactNode } from 'react'
import type { Call } from '#contract/call.ts'
import type { CallError } from '#ui/call.ts'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { invoiceAnswers } from './invoice.ts'

export interface DialogShared {
  words: { name: string; text: string; isDanger?: boolean }
  onClose: () => void
}

/** The act of such a dialog. */
export const useInvoiceAct = <C extends Call>(call: C, { words, onClose }: DialogShared) =>
  useDialogAct(call, { invalidates: invoiceAnswers, done: `已${words.name}`, onClose })

interface PlainDialogProps extends DialogShared {
  act: { isPending: boolean; error: CallError | null }
  onSubmit: () => void
  children?: ReactNode
}

/** Dialog that explains an act, has its fields, and keeps its refusal in view. */
export function PlainDialog({ words, act, onSubmit, onClose, children }: PlainDialogProps) {
  return (
    <AskDialog title={words.name} okText={words.name} isDanger={words.isDanger} act={act} onOk={onSubmit} onClose={onClose}>
      <p>{words.text}</p>
      {children}
    </AskDialog>
  )
}
