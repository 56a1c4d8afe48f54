import { useNavigate } from 'react-router'
import { signInCalls } from '#contract/identity/sign-in.ts'
import { PublicForm } from '#ui/public-form/PublicForm.tsx'
import { forgetSession } from '../../session.ts'
import { useVisitorForm } from '../visitor-form.ts'

/** Impersonation: staff arrive with a one-time link; it is opened by a click, so that no link preview uses it up. */
export function StaffEntry({ token }: { token: string }) {
  const navigate = useNavigate()
  const form = useVisitorForm(signInCalls.redeemImpersonation, async () => {
    forgetSession()
    await navigate('/system/home', { replace: true })
  })
  return (
    <PublicForm
      title="以只读方式查看客户的控制台"
      lead="您能看到客户看到的页面，号码脱敏，不能修改任何内容。这次查看会记录并告知客户；这个浏览器里的客户登录会退出。"
      onSubmit={() => void form.submit({ token })}
      isBusy={form.isBusy}
      submitText="进入"
      refusal={form.refusal}
    >
      {null}
    </PublicForm>
  )
}
