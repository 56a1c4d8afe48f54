import { type ReactNode, useState } from 'react'
import type { Call, CallAnswerWire, CallInputWire } from '#contract/call.ts'
import { PublicForm } from '#ui/public-form/PublicForm.tsx'
import { forget, useRemembered } from '#ui/remembered.ts'
import { PhoneCodeFields, type PhoneCodePurpose } from './PhoneCodeFields.tsx'
import { PublicLinks, type PublicPath } from './PublicLinks.tsx'
import { VisitorAside } from './VisitorAside.tsx'
import { useVisitorForm } from './visitor-form.ts'

interface PhoneCodeFormProps<C extends Call> {
  title: string
  lead: string
  submitText: string
  purpose: PhoneCodePurpose
  /** Shown once a code was requested: the same for every number. */
  sentNote?: string
  call: C
  /** The call's input, from these two and the page's own fields. */
  inputOf: (given: { phone: string; code: string }) => CallInputWire<C>
  onDone: (phone: string, answer: CallAnswerWire<C>) => Promise<void> | void
  links: PublicPath[]
  /** The page's own fields, each with its error. */
  children?: (errors: Record<string, string>) => ReactNode
}

const phoneName = 'visitor.phone'

/**
 * A public page that verifies a visitor by a code to the phone. The number survives a reload, and is passed to the
 * other such pages.
 */
export function PhoneCodeForm<C extends Call>({ call, inputOf, onDone, ...props }: PhoneCodeFormProps<C>) {
  const [phone, setPhone] = useRemembered(phoneName, '', sessionStorage)
  const [code, setCode] = useState('')
  const form = useVisitorForm(call, answer => {
    forget(phoneName, sessionStorage)
    return onDone(phone, answer)
  })
  return (
    <PublicForm
      title={props.title}
      lead={props.lead}
      onSubmit={() => void form.submit(inputOf({ phone, code }))}
      isBusy={form.isBusy}
      submitText={props.submitText}
      refusal={form.refusal}
      aside={<VisitorAside />}
      links={<PublicLinks to={props.links} />}
    >
      <PhoneCodeFields
        purpose={props.purpose}
        phone={phone}
        onPhoneChange={setPhone}
        code={code}
        onCodeChange={setCode}
        form={form}
        sentNote={props.sentNote ?? '验证码已发出，5 分钟内有效。没有注册过的号码不会收到。'}
      />
      {props.children?.(form.errors)}
    </PublicForm>
  )
}
