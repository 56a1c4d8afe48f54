import { App } from 'antd'
import type { Call, CallAnswerWire, CallInputWire } from '#contract/call.ts'
import { type UseActOptions, useAct } from '#ui/call.ts'

interface MessageActOptions<C extends Call> extends Omit<UseActOptions<C>, 'onError'> {
  /** The message after success. */
  done?: string | ((answer: CallAnswerWire<C>, input: CallInputWire<C>) => string)
}

/** The act of a button that stands alone, as in a row: a message says what became of it, its error too. */
export function useMessageAct<C extends Call>(call: C, { done, onDone, invalidates }: MessageActOptions<C>) {
  const { message } = App.useApp()
  return useAct(call, {
    ...(invalidates ? { invalidates } : {}),
    onDone: (answer, input) => {
      if (done) void message.success(typeof done === 'string' ? done : done(answer, input))
      return onDone?.(answer, input)
    },
    onError: error => void message.error(error.message),
  })
}
