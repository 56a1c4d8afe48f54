import { Input, QRCode, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { profileCalls } from '#contract/account/profile.ts'
import { oneTimeCodeRule } from '#contract/rules.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { useAct } from '#ui/call.ts'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { limits } from '#values/limits.ts'
import { ownAnswers } from './profile.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import style from './Userinfo.module.css'

/** Binds an authenticator: the secret as a QR code and as text, its first code, then the recovery codes, shown once. */
export function TotpDialog({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const begin = useAct(profileCalls.beginTotp)
  const finish = useAct(profileCalls.finishTotp, {
    invalidates: ownAnswers,
    onDone: ({ recoveryCodes }) => (recoveryCodes ? undefined : setError('验证码不正确，请确认手机时间准确后再试')),
  })
  const isBegun = useRef(false)
  const { mutate } = begin
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    // Without step-up there is no secret.
    mutate({}, { onError: failure => (failure.code === 'step_up_required' ? onClose() : undefined) })
  }, [mutate, onClose])
  if (finish.data?.recoveryCodes) return <RecoveryCodes codes={finish.data.recoveryCodes} onClose={onClose} />
  const submit = () => {
    const found = ruleMessage(oneTimeCodeRule, code)
    setError(found)
    if (!found) finish.mutate({ code })
  }
  return (
    <Dialog
      open={begin.data !== undefined || (begin.error !== null && begin.error.code !== 'step_up_required')}
      title="绑定身份验证器"
      okText="完成绑定"
      cancelText="取消"
      okButtonProps={{ disabled: !begin.data }}
      confirmLoading={finish.isPending}
      onOk={submit}
      onCancel={onClose}
      width={520}
    >
      <p>1. 在手机上打开身份验证器应用（如 Microsoft Authenticator、Google Authenticator、微信小程序“二次验证码”），扫描二维码：</p>
      {begin.data ? (
        <div className={style.qr}>
          <QRCode value={begin.data.uri} size={168} bgColor="#ffffff" color="#000000" bordered />
          <div>
            不能扫码？手动输入密钥：
            <code className={style.secret}>{begin.data.secret.match(/.{1,4}/g)?.join(' ')}</code>
            <CopyButton text={begin.data.secret} label="复制密钥" />
          </div>
        </div>
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      )}
      <p>2. 输入应用里显示的6位数字：</p>
      <form
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <Field label="动态验证码" hint="每30秒换一个" error={error}>
          {control => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={limits.oneTimeCodeDigits}
              value={code}
              onChange={event => setCode(event.target.value.replace(/\D/g, ''))}
            />
          )}
        </Field>
      </form>
      <FormRefusal error={begin.error ?? finish.error} />
    </Dialog>
  )
}
