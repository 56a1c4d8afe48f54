import { App } from 'antd'
import type { Call, CallAnswerWire, CallInputWire } from '#contract/call.ts'
import { type UseActOptions, useAct } from '#ui/call.ts'

interface DialogActOptions<C extends Call> extends Pick<UseActOptions<C>, 'invalidates'> {
  /** The message after success. */
  done: string | ((answer: CallAnswerWire<C>, input: CallInputWire<C>) => string)
  onClose: () => void
}

/** The act of a dialog or a drawer, which closes after success. */
export function useDialogAct<C extends Call>(call: C, { done, onClose, ...options }: DialogActOptions<C>) {
  const { message } = App.useApp()
  return useAct(call, {
    ...options,
    onDone: (answer, input) => {
      void message.success(typeof done === 'string' ? done : done(answer, input))
      onClose()
    },
  })
}
