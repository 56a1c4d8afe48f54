import { type KeyboardEvent, useRef, useState } from 'react'
import type { CallInputWire } from '#contract/call.ts'
import { signInCalls } from '#contract/identity/sign-in.ts'
import { phoneNumber } from '#contract/scalars.ts'
import { CallError, send } from '#ui/call.ts'
import { HandsetLink } from '#ui/HandsetLink.tsx'
import { focusBeside } from '#ui/overlay/first-focus.ts'
import { PublicField } from '#ui/public-form/PublicField.tsx'
import { SendCodeButton } from '#ui/public-form/SendCodeButton.tsx'
import { limits } from '#values/limits.ts'
import { parsePhone } from '#values/phone.ts'
import { solveCaptcha } from './captcha.ts'
import style from './PhoneCodeFields.module.css'
import type { VisitorForm } from './visitor-form.ts'

export type PhoneCodePurpose = CallInputWire<typeof signInCalls.sendCode>['purpose']

interface PhoneCodeFieldsProps {
  purpose: PhoneCodePurpose
  phone: string
  onPhoneChange: (phone: string) => void
  code: string
  onCodeChange: (code: string) => void
  form: VisitorForm
  /** Shown once a code was requested: the same for every number. */
  sentNote: string
  /** A page with an introduction doesn't focus its first field. */
  hasFocus?: boolean
}

/** +86 138-0013-8000, in any pasted form, as 11 digits; other text unchanged. */
const plainPhone = (text: string) => {
  const parsed = parsePhone(text)
  return 'phone' in parsed ? parsed.phone : text
}

type Step = 'none' | 'checking' | 'sending' | 'sent'

/** 手机号 and 验证码 with the button that sends one. Before that, the browser solves a captcha by itself and says so. */
export function PhoneCodeFields({
  purpose,
  phone,
  onPhoneChange,
  code,
  onCodeChange,
  form,
  sentNote,
  hasFocus = true,
}: PhoneCodeFieldsProps) {
  const [step, setStep] = useState<Step>('none')
  const box = useRef<HTMLDivElement>(null)

  const ask = async (): Promise<number | null> => {
    const problem = phoneNumber.safeParse(phone).error?.issues[0]?.message
    form.setErrors(problem ? { phone: problem } : {})
    form.setRefusal(null)
    if (problem) return null
    try {
      setStep('checking')
      const captcha = await solveCaptcha()
      setStep('sending')
      const { nextAfterSeconds } = await send(signInCalls.sendCode, { phone, purpose, captcha })
      setStep('sent')
      focusBeside(box.current?.querySelector<HTMLInputElement>('input[name=code]'), box.current)
      return nextAfterSeconds
    } catch (error) {
      setStep('none')
      if (!(error instanceof CallError)) throw error
      form.setErrors(error.fields)
      form.setRefusal(error)
      return null
    }
  }

  /** Enter in the number asks for a code, as long as there is none to submit. */
  const enter = (event: KeyboardEvent) => {
    const { key, target } = event
    const button = box.current?.querySelector('button')
    if (key !== 'Enter' || code !== '' || !(target instanceof HTMLInputElement) || target.name !== 'phone' || button?.disabled) return
    event.preventDefault()
    button?.click()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to its fields.
    <div ref={box} onKeyDown={enter}>
      <PublicField
        label="手机号"
        name="phone"
        type="tel"
        inputMode="tel"
        value={phone}
        onChange={text => onPhoneChange(plainPhone(text))}
        autoComplete="tel-national"
        maxLength={20}
        error={form.errors.phone ?? null}
        autoFocus={hasFocus}
      />
      <PublicField
        label="短信验证码"
        name="code"
        inputMode="numeric"
        value={code}
        onChange={onCodeChange}
        autoComplete="one-time-code"
        maxLength={limits.oneTimeCodeDigits}
        error={form.errors.code ?? null}
        isNoteKept
        // Beside the label: it comes later, and nothing moves.
        labelEnd={<HandsetLink phone={phone} />}
        note={
          <div className={style.note} data-longest={sentNote}>
            <span>{noteOf(step, sentNote)}</span>
          </div>
        }
        side={<SendCodeButton purpose={purpose} onSend={ask} isBusy={step === 'checking' || step === 'sending'} />}
      />
    </div>
  )
}

/** The hint beside the code, with space for the longest text, so that nothing moves. */
function noteOf(step: Step, sentNote: string): string {
  if (step === 'checking') return '正在进行安全验证，请稍候……'
  if (step === 'sending') return '安全验证已通过，正在发送……'
  return step === 'sent' ? sentNote : '验证码会用短信发到上面的手机号。'
}
