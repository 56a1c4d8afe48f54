import { Button, Input, type InputRef } from 'antd'
import { type ReactNode, useRef } from 'react'
import { HandsetLink } from '#ui/HandsetLink.tsx'
import { focusBeside } from '#ui/overlay/first-focus.ts'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import { useCountdown } from './countdown.ts'
import { Field } from './Field.tsx'
import { FormRefusal } from './FormRefusal.tsx'
import style from './SmsCodeField.module.css'

interface SmsCodeFieldProps {
  /** Name of the countdown, which survives a reload. */
  name: string
  label?: string
  hint: ReactNode
  code: string
  onCode: (code: string) => void
  /** Sends a code; `onSent` starts the countdown for the next one. */
  onAsk: (onSent: () => void) => void
  isAsking: boolean
  /** Why none was sent. */
  refusal: { message: string; code?: string; requestId?: string; status?: number } | null
  /** Why the code is not accepted. */
  error?: string | null
}

/** Field for an SMS code that an important act needs, with the button that sends one to the member's own phone. */
export function SmsCodeField({ name, label = '短信验证码', hint, code, onCode, onAsk, isAsking, refusal, error }: SmsCodeFieldProps) {
  const [secondsLeft, startCountdown] = useCountdown(name)
  const place = useRef<HTMLDivElement>(null)
  const input = useRef<InputRef>(null)
  const wait = () => {
    startCountdown(limits.oneTimeCodePauseSeconds)
    focusBeside(input.current?.input, place.current)
  }
  return (
    <>
      <Field
        label={label}
        hint={
          <>
            {hint}
            <HandsetLink phone="" />
          </>
        }
        error={error}
      >
        {control => (
          <div ref={place} className={`${layout.beside} ${style.code}`}>
            <Input
              {...control}
              ref={input}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={limits.oneTimeCodeDigits}
              value={code}
              onChange={event => onCode(event.target.value.replace(/\D/g, ''))}
            />
            <Button disabled={secondsLeft > 0} loading={isAsking} onClick={() => onAsk(wait)}>
              {secondsLeft > 0 ? `${secondsLeft}秒后可重新获取` : '获取验证码'}
            </Button>
          </div>
        )}
      </Field>
      <FormRefusal error={refusal} />
    </>
  )
}
