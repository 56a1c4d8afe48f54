import { App, Button, Input } from 'antd'
import { useState } from 'react'
import { profileCalls } from '#contract/account/profile.ts'
import { oneTimeCodeRule } from '#contract/rules.ts'
import { phoneNumber } from '#contract/scalars.ts'
import { useAct } from '#ui/call.ts'
import { Field } from '#ui/form/Field.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { SmsCodeField } from '#ui/form/SmsCodeField.tsx'
import { limits } from '#values/limits.ts'
import { FormDialog } from './FormDialog.tsx'
import { ownAnswers, type Profile } from './profile.ts'

/** A new phone: its own code, then step-up by the old one; or, when that is lost, a request to staff. */
export function PhoneDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { message } = App.useApp()
  const [isLost, setLost] = useState(false)
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<{ phone?: string; code?: string; reason?: string }>({})
  const ask = useAct(profileCalls.sendPhoneCode)
  const wrong = () => setProblems({ code: '验证码错误或已失效，请重新获取' })
  const done = (text: string) => {
    void message.success(text)
    onClose()
  }
  const change = useAct(profileCalls.changePhone, {
    invalidates: ownAnswers,
    onDone: ({ isChanged }) => (isChanged ? done('手机号已更换，其他设备已下线') : wrong()),
  })
  const review = useAct(profileCalls.requestPhoneReview, {
    invalidates: ownAnswers,
    onDone: ({ isAsked }) => (isAsked ? done('申请已提交，审核结果会通知您') : wrong()),
  })
  const act = isLost ? review : change
  const submit = () => {
    const found = {
      ...fieldError('phone', ruleMessage(phoneNumber, phone)),
      ...fieldError('code', ruleMessage(oneTimeCodeRule, code)),
      ...(isLost && reason.trim().length < 5 ? { reason: '请说明原手机号为什么不能用了，至少5个字' } : {}),
    }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    if (isLost) review.mutate({ phone, code, reason })
    else change.mutate({ phone, code })
  }
  return (
    <FormDialog
      title="更换手机号"
      okText={isLost ? '提交申请' : '更换'}
      isBusy={act.isPending}
      error={act.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {isLost
          ? '原手机号收不到验证码时，由我们人工核实后更换，通常1个工作日内完成。'
          : `先验证新手机号，再用原手机号${profile.phone}（或身份验证器）确认。`}
      </p>
      <Field label="新手机号" error={problems.phone ?? ask.error?.fields.phone}>
        {control => (
          <Input
            {...control}
            autoFocus
            inputMode="tel"
            autoComplete="off"
            maxLength={11}
            value={phone}
            onChange={event => setPhone(event.target.value.replace(/\D/g, ''))}
          />
        )}
      </Field>
      <SmsCodeField
        name="new-phone"
        hint="发到新手机号"
        code={code}
        onCode={setCode}
        onAsk={onSent => {
          const found = ruleMessage(phoneNumber, phone)
          setProblems(fieldError('phone', found))
          if (!found) ask.mutate({ phone }, { onSuccess: onSent })
        }}
        isAsking={ask.isPending}
        refusal={ask.error?.fields.phone ? null : ask.error}
        error={problems.code ?? null}
      />
      {isLost ? (
        <Field label="说明" hint="原手机号为什么不能用了，怎样联系您核实" error={problems.reason}>
          {control => (
            <Input.TextArea
              {...control}
              rows={3}
              maxLength={limits.remarkCharacters}
              value={reason}
              onChange={event => setReason(event.target.value)}
            />
          )}
        </Field>
      ) : null}
      <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={() => setLost(!isLost)}>
        {isLost ? '原手机号还能收短信' : '原手机号收不到短信了'}
      </Button>
    </FormDialog>
  )
}

const fieldError = (field: string, message: string | null) => (message ? { [field]: message } : {})
