import { Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signInCalls } from '#contract/identity/sign-in.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PublicCheck, PublicField } from '#ui/public-form/PublicField.tsx'
import { forget, useRemembered } from '#ui/remembered.ts'
import { redirectTarget } from '../../paths.ts'
import { forgetSession } from '../../session.ts'
import { NewPasswordField } from '../NewPasswordField.tsx'
import { PhoneCodeForm } from '../PhoneCodeForm.tsx'
import { Agreement } from './Agreement.tsx'

const Invitation = lazyPart('Invitation', () => import('./Invitation.tsx'))

/** 注册; with an invitation the person joins the inviting account instead. */
export function Page() {
  const token = new URLSearchParams(useLocation().search).get('invite')
  if (token === null) return <Registration />
  return (
    <Suspense>
      <Invitation token={token} />
    </Suspense>
  )
}

const loginName = 'visitor.login'

/** Phone, code and password create an account and sign its owner in. */
function Registration() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [password, setPassword] = useState('')
  const [login, setLogin] = useRemembered(loginName, '', sessionStorage)
  const [hasAgreed, setAgreed] = useState(false)
  return (
    <PhoneCodeForm
      title="注册"
      lead="收一个验证码，设一个密码，就可以开始了。"
      submitText="注册"
      purpose="register"
      sentNote="短信已发出，验证码 5 分钟内有效。如果短信说此号码已有账户，请直接登录。"
      call={signInCalls.register}
      // The call's own rule gives the error while the box is not ticked.
      inputOf={given => ({ ...given, password, login, hasAgreed: hasAgreed as true })}
      onDone={async () => {
        forget(loginName, sessionStorage)
        forgetSession()
        await navigate(redirectTarget(search), { replace: true })
      }}
      links={['/user/login', '/user/sms']}
    >
      {errors => (
        <>
          <NewPasswordField label="密码" value={password} onChange={setPassword} error={errors.password ?? null} />
          <PublicField
            label="登录名（选填）"
            name="login"
            value={login}
            onChange={setLogin}
            autoComplete="username"
            maxLength={20}
            error={errors.login ?? null}
            note="4-20位字母、数字、_ 或 -，字母开头。"
          />
          <PublicCheck isChecked={hasAgreed} onChange={setAgreed} error={errors.hasAgreed ?? null}>
            我已阅读并同意下面的使用约定
          </PublicCheck>
          <Agreement />
        </>
      )}
    </PhoneCodeForm>
  )
}
