import { useState } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { signInCalls } from '#contract/identity/sign-in.ts'
import { HandsetLink } from '#ui/HandsetLink.tsx'
import { PublicField } from '#ui/public-form/PublicField.tsx'
import { PublicForm } from '#ui/public-form/PublicForm.tsx'
import { SendCodeButton } from '#ui/public-form/SendCodeButton.tsx'
import style from './SecondStep.module.css'
import { VisitorAside } from './VisitorAside.tsx'
import { useVisitorForm } from './visitor-form.ts'

export type Challenge = NonNullable<CallAnswerWire<typeof signInCalls.byPassword>['challenge']>

const leads = {
  totp: () => '打开手机上的身份验证器应用，输入鸿雁的 6 位动态验证码。',
  sms: (challenge: Challenge) =>
    challenge.isNewDevice
      ? `您第一次在这个浏览器登录，请输入发到 ${challenge.phone} 的验证码。`
      : `请输入发到 ${challenge.phone} 的验证码。`,
}

/** Second factor of a sign-in: a code of the authenticator, or one by SMS. */
export function SecondStep({ challenge, onDone, onBack }: { challenge: Challenge; onDone: () => Promise<void>; onBack: () => void }) {
  const [code, setCode] = useState('')
  const [usesRecovery, setUsesRecovery] = useState(false)
  const { token, factor } = challenge
  const form = useVisitorForm(signInCalls.answerChallenge, onDone)
  const sending = useVisitorForm(signInCalls.sendChallengeCode, () => undefined)
  const askCode = async () => (await sending.submit({ token }))?.nextAfterSeconds ?? null
  const isSms = factor === 'sms'
  return (
    <PublicForm
      title="验证身份"
      lead={usesRecovery ? '输入绑定身份验证器时保存的一个备用验证码，每个只能用一次。' : leads[factor](challenge)}
      onSubmit={() => void form.submit({ token, code })}
      isBusy={form.isBusy}
      submitText="登录"
      refusal={form.refusal ?? sending.refusal}
      aside={<VisitorAside />}
      links={
        <>
          {isSms ? <HandsetLink phone="" /> : null}
          {isSms ? null : (
            <button
              type="button"
              className={style.link}
              onClick={() => {
                setUsesRecovery(!usesRecovery)
                setCode('')
              }}
            >
              {usesRecovery ? '改用身份验证器' : '手机不在身边？用备用验证码'}
            </button>
          )}
          <button type="button" className={style.link} onClick={onBack}>
            返回重新登录
          </button>
        </>
      }
    >
      <PublicField
        key={String(usesRecovery)}
        label={usesRecovery ? '备用验证码' : '验证码'}
        name="code"
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
        inputMode={usesRecovery ? 'text' : 'numeric'}
        maxLength={20}
        error={form.errors.code ?? null}
        autoFocus
        side={isSms ? <SendCodeButton purpose="second-factor" onSend={askCode} isBusy={sending.isBusy} /> : undefined}
      />
    </PublicForm>
  )
}
