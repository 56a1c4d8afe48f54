import { Input, Skeleton } from 'antd'
import { useState } from 'react'
import { type StepUpPurpose, stepUpCalls, stepUpNames } from '#contract/identity/step-up.ts'
import { useAct, useCall } from '#ui/call.ts'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { SmsCodeField } from '#ui/form/SmsCodeField.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'

interface StepUpDialogProps {
  purpose: StepUpPurpose
  onEnd: (isProven: boolean) => void
}

/**
 * Dialog for step-up authentication: by the authenticator where there is one, else by a code to the member's own phone.
 */
export function StepUpDialog({ purpose, onEnd }: StepUpDialogProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const way = useCall(stepUpCalls.way, {}, { staleTimeMs: 0 })
  const ask = useAct(stepUpCalls.ask)
  const confirm = useAct(stepUpCalls.confirm, {
    onDone: ({ isConfirmed }) => (isConfirmed ? onEnd(true) : setError('验证码不正确或已失效，请重新输入')),
  })
  const submit = () => {
    setError(null)
    if (code.trim() === '') setError('请输入验证码')
    else confirm.mutate({ purpose, code })
  }
  return (
    <Dialog
      open
      title={`${stepUpNames[purpose]}：请先验证身份`}
      okText="验证"
      cancelText="取消"
      confirmLoading={confirm.isPending}
      onOk={submit}
      onCancel={() => onEnd(false)}
      width={440}
    >
      <form
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        {way.error ? <ErrorPanel error={way.error} onRetry={() => void way.refetch()} title="验证方式没能加载" /> : null}
        {way.isPending ? <Skeleton active paragraph={{ rows: 2 }} title={false} /> : null}
        {way.data?.way === 'totp' ? <TotpField code={code} onCode={setCode} error={error} /> : null}
        {way.data?.way === 'sms' ? (
          <SmsCodeField
            name="step-up"
            hint={`发到您的手机${way.data.phone}`}
            code={code}
            onCode={setCode}
            onAsk={onSent => ask.mutate({ purpose }, { onSuccess: onSent })}
            isAsking={ask.isPending}
            refusal={ask.error}
            error={error}
          />
        ) : null}
        <FormRefusal error={confirm.error} />
      </form>
    </Dialog>
  )
}

const TotpField = ({ code, onCode, error }: { code: string; onCode: (code: string) => void; error: string | null }) => (
  <Field label="动态验证码" hint="身份验证器应用里的6位数字；也可以输入一个备用验证码" error={error}>
    {control => (
      <Input
        {...control}
        autoFocus
        inputMode="text"
        autoComplete="one-time-code"
        maxLength={20}
        value={code}
        onChange={event => onCode(event.target.value)}
      />
    )}
  </Field>
)
