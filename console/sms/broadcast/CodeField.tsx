import { Button, Input } from 'antd'
import { broadcastCalls } from '#contract/broadcast.ts'
import { limits } from '#values/limits.ts'
import { maskPhone } from '#values/phone.ts'
import { useAct } from '../../call.ts'
import { useCountdown } from '../../ui/countdown.ts'
import { Field } from '../../ui/Field.tsx'
import { FormRefusal } from '../../ui/FormRefusal.tsx'
import style from './Broadcast.module.css'

const waitSeconds = 60 / limits.oneTimeCodesPerMinute

interface CodeFieldProps {
  uploadId: string
  codeAbove: number
  phone: string
  code: string
  onCode: (code: string) => void
}

/** The code by SMS that a large broadcast wants. */
export function CodeField({ uploadId, codeAbove, phone, code, onCode }: CodeFieldProps) {
  const [secondsLeft, startCountdown] = useCountdown('broadcast-code')
  const ask = useAct(broadcastCalls.askCode, { onDone: () => startCountdown(waitSeconds) })
  return (
    <>
      <Field label="短信验证码" hint={`号码超过${codeAbove.toLocaleString('en-US')}个，需要用发到 ${maskPhone(phone)} 的验证码确认。`}>
        {control => (
          <div className={style.code}>
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={limits.oneTimeCodeDigits}
              value={code}
              onChange={event => onCode(event.target.value.replace(/\D/g, ''))}
            />
            <Button disabled={secondsLeft > 0} loading={ask.isPending} onClick={() => ask.mutate({ uploadId })}>
              {secondsLeft > 0 ? `${secondsLeft}秒后可重新获取` : '获取验证码'}
            </Button>
          </div>
        )}
      </Field>
      <FormRefusal error={ask.error} />
    </>
  )
}
