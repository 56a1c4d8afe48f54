import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signInCalls } from '#contract/identity/sign-in.ts'
import { redirectTarget } from '../../paths.ts'
import { forgetSession } from '../../session.ts'
import { PhoneCodeForm } from '../PhoneCodeForm.tsx'
import { type Challenge, SecondStep } from '../SecondStep.tsx'

/** 短信登录: a code sent to the phone, and a second factor where the member uses an authenticator. */
export function Page() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const enter = async () => {
    forgetSession()
    await navigate(redirectTarget(search), { replace: true })
  }
  if (challenge) return <SecondStep challenge={challenge} onDone={enter} onBack={() => setChallenge(null)} />
  return (
    <PhoneCodeForm
      title="短信登录"
      lead="用注册时的手机号，收一个验证码。"
      submitText="登录"
      purpose="sign-in"
      call={signInCalls.byCode}
      inputOf={given => given}
      onDone={(_, { challenge: owed }) => (owed ? setChallenge(owed) : enter())}
      links={['/user/login', '/user/_registry']}
    />
  )
}
