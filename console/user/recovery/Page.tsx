import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signInCalls } from '#contract/sign-in.ts'
import { forgetSession } from '../../session.ts'
import { PublicForm } from '../../ui/public-form/PublicForm.tsx'
import { NewPasswordField } from '../NewPasswordField.tsx'
import { PhoneCodeFields } from '../PhoneCodeFields.tsx'
import { PublicLinks } from '../PublicLinks.tsx'
import { VisitorAside } from '../VisitorAside.tsx'
import { useVisitorForm } from '../visitor-form.ts'

/** 找回密码: a new password by a code sent to the phone. */
export function Page() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const form = useVisitorForm(signInCalls.recover, async () => {
    forgetSession()
    await navigate({ pathname: '/user/login', search }, { state: { note: '新密码已生效，请用它登录。', login: phone } })
  })
  return (
    <PublicForm
      title="找回密码"
      lead="验证手机号后设置新密码。所有已登录的设备都会退出。"
      onSubmit={() => void form.submit({ phone, code, password })}
      isBusy={form.isBusy}
      submitText="设置新密码"
      refusal={form.refusal}
      aside={<VisitorAside />}
      links={<PublicLinks to={['/user/login', '/user/sms']} />}
    >
      <PhoneCodeFields
        purpose="recovery"
        phone={phone}
        onPhoneChange={setPhone}
        code={code}
        onCodeChange={setCode}
        form={form}
        sentNote="验证码已发出，5 分钟内有效。没有注册过的号码不会收到。"
      />
      <NewPasswordField label="新密码" value={password} onChange={setPassword} error={form.errors.password ?? null} />
    </PublicForm>
  )
}
