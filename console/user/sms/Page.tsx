import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signInCalls } from '#contract/sign-in.ts'
import { redirectTarget } from '../../paths.ts'
import { forgetSession } from '../../session.ts'
import { PublicForm } from '../../ui/public-form/PublicForm.tsx'
import { PhoneCodeFields } from '../PhoneCodeFields.tsx'
import { PublicLinks } from '../PublicLinks.tsx'
import { VisitorAside } from '../VisitorAside.tsx'
import { useVisitorForm } from '../visitor-form.ts'

/** 短信登录: by a code sent to the phone. */
export function Page() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const form = useVisitorForm(signInCalls.byCode, async () => {
    forgetSession()
    await navigate(redirectTarget(search), { replace: true })
  })
  return (
    <PublicForm
      title="短信登录"
      lead="用注册时的手机号，收一个验证码。"
      onSubmit={() => void form.submit({ phone, code })}
      isBusy={form.isBusy}
      submitText="登录"
      refusal={form.refusal}
      aside={<VisitorAside />}
      links={<PublicLinks to={['/user/login', '/user/_registry']} />}
    >
      <PhoneCodeFields
        purpose="sign-in"
        phone={phone}
        onPhoneChange={setPhone}
        code={code}
        onCodeChange={setCode}
        form={form}
        sentNote="验证码已发出，5 分钟内有效。没有注册过的号码不会收到。"
      />
    </PublicForm>
  )
}
