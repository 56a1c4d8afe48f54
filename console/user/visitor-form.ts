import { useState } from 'react'
import type { z } from 'zod'
import type { Call, CallAnswerWire, CallInputWire } from '#contract/call.ts'
import { CallError, send } from '#ui/call.ts'

/** Errors by field, by the call's own rules: the first message of each. */
function fieldErrors(schema: z.ZodType, input: unknown): Record<string, string> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return {}
  return Object.fromEntries(parsed.error.issues.map(issue => [issue.path.join('.'), issue.message] as const).reverse())
}

export interface VisitorForm {
  errors: Record<string, string>
  setErrors: (errors: Record<string, string>) => void
  refusal: CallError | null
  setRefusal: (refusal: CallError | null) => void
  isBusy: boolean
}

/**
 * A public page's form around one call: validates by the call's rules, then sends; errors go to their fields, a refusal
 * beside the button.
 */
export function useVisitorForm<C extends Call>(
  call: C,
  onDone: (answer: CallAnswerWire<C>) => Promise<void> | void,
): VisitorForm & { submit: (input: CallInputWire<C>) => Promise<CallAnswerWire<C> | null> } {
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [refusal, setRefusal] = useState<CallError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (input: CallInputWire<C>) => {
    const found = fieldErrors(call.input, input)
    setErrors(found)
    setRefusal(null)
    if (Object.keys(found).length > 0) return null
    setBusy(true)
    try {
      const answer = await send(call, input)
      await onDone(answer)
      return answer
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // A wrong code is an error of its field, and only there: the keyboard focus moves to it.
      const isWrongCode = error.code === 'code_invalid' && Object.keys(input).includes('code')
      setErrors(isWrongCode ? { code: error.message } : error.fields)
      setRefusal(isWrongCode ? null : error)
      return null
    } finally {
      setBusy(false)
    }
  }
  return { errors, setErrors, refusal, setRefusal, isBusy, submit }
}
