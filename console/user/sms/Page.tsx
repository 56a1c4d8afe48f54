import { useLocation, useNavigate } from 'react-router'
import { signInCalls } from '#contract/sign-in.ts'
import { redirectTarget } from '../../paths.ts'
import { forgetSession } from '../../session.ts'
import { PhoneCodeForm } from '../PhoneCodeForm.tsx'

/** 短信登录: by a code sent to the phone. */
export function Page() {
  const navigate = useNavigate()
  const { search } = useLocation()
  return (
    <PhoneCodeForm
      title="短信登录"
      lead="用注册时的手机号，收一个验证码。"
      submitText="登录"
      purpose="sign-in"
      call={signInCalls.byCode}
      inputOf={given => given}
      onDone={async () => {
        forgetSession()
        await navigate(redirectTarget(search), { replace: true })
      }}
      links={['/user/login', '/user/_registry']}
    />
  )
}
