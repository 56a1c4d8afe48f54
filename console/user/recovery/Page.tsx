import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signInCalls } from '#contract/identity/sign-in.ts'
import { forgetSession } from '../../session.ts'
import { NewPasswordField } from '../NewPasswordField.tsx'
import { PhoneCodeForm } from '../PhoneCodeForm.tsx'

/** 找回密码: a new password by a code sent to the phone. */
export function Page() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [password, setPassword] = useState('')
  return (
    <PhoneCodeForm
      title="找回密码"
      lead="验证手机号后设置新密码。所有已登录的设备都会退出。"
      submitText="设置新密码"
      purpose="recovery"
      call={signInCalls.recover}
      inputOf={given => ({ ...given, password })}
      onDone={async phone => {
        forgetSession()
        await navigate({ pathname: '/user/login', search }, { state: { note: '新密码已生效，请用它登录。', login: phone } })
      }}
      links={['/user/login', '/user/sms']}
    >
      {errors => <NewPasswordField label="新密码" value={password} onChange={setPassword} error={errors.password ?? null} />}
    </PhoneCodeForm>
  )
}
