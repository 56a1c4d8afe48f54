import { useState } from 'react'
import { useNavigate } from 'react-router'
import { memberCalls } from '#contract/account/member.ts'
import { roles } from '#contract/identity/permission.ts'
import { useCall } from '#ui/call.ts'
import { PublicCheck, PublicField } from '#ui/public-form/PublicField.tsx'
import { PublicForm } from '#ui/public-form/PublicForm.tsx'
import { forgetSession } from '../../session.ts'
import { NewPasswordField } from '../NewPasswordField.tsx'
import { PublicLinks } from '../PublicLinks.tsx'
import { VisitorAside } from '../VisitorAside.tsx'
import { useVisitorForm } from '../visitor-form.ts'
import { Agreement } from './Agreement.tsx'

/** 接受邀请: the person with the link from the SMS chooses a password and becomes a member. */
export function Invitation({ token }: { token: string }) {
  const navigate = useNavigate()
  const invitation = useCall(memberCalls.invitation, { token })
  const [password, setPassword] = useState('')
  const [login, setLogin] = useState('')
  const [hasAgreed, setAgreed] = useState(false)
  const form = useVisitorForm(memberCalls.accept, async () => {
    forgetSession()
    await navigate('/system/home', { replace: true })
  })
  const frame = { aside: <VisitorAside />, links: <PublicLinks to={['/user/login', '/user/_registry']} /> }
  const { data } = invitation
  if (!data)
    return (
      <PublicForm
        {...frame}
        title="接受邀请"
        lead={invitation.error ? '这个邀请现在不能接受。' : '正在查看邀请……'}
        onSubmit={() => void invitation.refetch()}
        isBusy={invitation.isFetching}
        submitText="重新查看"
        refusal={invitation.error}
      >
        {null}
      </PublicForm>
    )
  return (
    <PublicForm
      {...frame}
      title="接受邀请"
      lead={
        <>
          {data.inviterName}邀请您加入“{data.accountName}”，您的角色是<strong>{roles[data.role].name}</strong>。
        </>
      }
      onSubmit={() => void form.submit({ token, password, login, hasAgreed: hasAgreed as true })}
      isBusy={form.isBusy}
      submitText="加入"
      refusal={form.refusal}
    >
      <p>
        {data.name}，以后用手机号 {data.phone} 登录；请设一个密码。
      </p>
      <NewPasswordField label="密码" value={password} onChange={setPassword} error={form.errors.password ?? null} />
      <PublicField
        label="登录名（选填）"
        name="login"
        value={login}
        onChange={setLogin}
        autoComplete="username"
        maxLength={20}
        error={form.errors.login ?? null}
        note="4-20位字母、数字、_ 或 -，字母开头。"
      />
      <PublicCheck isChecked={hasAgreed} onChange={setAgreed} error={form.errors.hasAgreed ?? null}>
        我已阅读并同意下面的使用约定
      </PublicCheck>
      <Agreement />
    </PublicForm>
  )
}
