import { CheckCircleFilled } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { attestationCalls } from '#contract/account/attestation.ts'
import { type AttestationForm, itemName } from '#contract/account/attestation-form.ts'
import { useAct } from '#ui/call.ts'
import { useCountdown } from '#ui/form/countdown.ts'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import style from './Attestation.module.css'

interface PhoneFieldProps {
  form: AttestationForm
  /** The member's own number, verified at registration. */
  ownPhone: string
  proven: readonly string[]
  error: string | null
  onChange: (phone: string) => void
}

/** The acting person's phone, verified by a code; the member's own needs none. */
export function PhoneField({ form, ownPhone, proven, error, onChange }: PhoneFieldProps) {
  const [code, setCode] = useState('')
  const [secondsLeft, startCountdown] = useCountdown('attestation-code')
  const ask = useAct(attestationCalls.askCode, { onDone: ({ nextAfterSeconds }) => startCountdown(nextAfterSeconds) })
  const prove = useAct(attestationCalls.provePhone, {
    invalidates: [attestationCalls.overview],
    onDone: ({ isProven }) => {
      if (isProven) setCode('')
    },
  })
  const phone = form.phone.trim()
  const isWhole = /^1[3-9]\d{9}$/.test(phone)
  const isProven = isWhole && (phone === ownPhone || proven.includes(phone))
  const isWrong = prove.data?.isProven === false && !prove.isPending && code.length === limits.oneTimeCodeDigits
  return (
    <>
      <Field
        label={itemName('phone', form)}
        error={error}
        hint={
          isProven ? (
            <span className={layout.good}>
              <CheckCircleFilled /> {phone === ownPhone ? '您的登录手机，无需再验证' : '已通过短信验证码验证'}
            </span>
          ) : (
            '须能接收短信，审核人员可能致电核实'
          )
        }
      >
        {control => (
          <Input
            {...control}
            inputMode="tel"
            autoComplete="tel"
            maxLength={20}
            value={form.phone}
            onChange={event => onChange(event.target.value.replace(/[^\d]/g, '').replace(/^86(?=1\d{10}$)/, ''))}
          />
        )}
      </Field>
      {isProven ? null : (
        <Field label="短信验证码" error={isWrong ? '验证码错误或已失效，请重新获取' : null} hint="验证码会发到上面的手机号">
          {control => (
            <span className={`${layout.row} ${style.code}`}>
              <Input
                {...control}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={limits.oneTimeCodeDigits}
                value={code}
                onChange={event => setCode(event.target.value.replace(/\D/g, ''))}
                onPressEnter={() => code.length === limits.oneTimeCodeDigits && prove.mutate({ phone, code })}
              />
              <Button disabled={!isWhole || secondsLeft > 0} loading={ask.isPending} onClick={() => ask.mutate({ phone })}>
                {secondsLeft > 0 ? `${secondsLeft}秒后可重新获取` : '获取验证码'}
              </Button>
              <Button
                type="primary"
                disabled={!isWhole || code.length !== limits.oneTimeCodeDigits}
                loading={prove.isPending}
                onClick={() => prove.mutate({ phone, code })}
              >
                验证
              </Button>
            </span>
          )}
        </Field>
      )}
      <FormRefusal error={ask.error ?? prove.error} />
    </>
  )
}
