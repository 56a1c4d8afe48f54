import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { redirectTarget } from '#admin/paths.ts'
import { forgetSession } from '#admin/session.ts'
import { adminSignInCalls } from '#contract/staff/admin-sign-in.ts'
import { CallError, send } from '#ui/call.ts'
import { PublicField } from '#ui/public-form/PublicField.tsx'
import { PublicForm } from '#ui/public-form/PublicForm.tsx'

/** 运营后台登录: login name and password, and a code of the authenticator where one is bound. */
export function Page() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [refusal, setRefusal] = useState<CallError | null>(null)
  const [wantsCode, setWantsCode] = useState(false)
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)

  const submit = async () => {
    const missing = { ...(login.trim() ? {} : { login: '请填写账号' }), ...(password ? {} : { password: '请输入密码' }) }
    setErrors(missing)
    setRefusal(null)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    try {
      await send(adminSignInCalls.byPassword, { login, password, code: wantsCode ? code : '' })
      forgetSession()
      await navigate(redirectTarget(search), { replace: true })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // The password was right; a bound authenticator asks for its code next.
      if (error.code === 'staff_code_required') {
        setWantsCode(true)
        if (!wantsCode) return
      }
      setErrors(error.fields)
      setRefusal(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <PublicForm
      title="运营后台登录"
      lead="使用平台工作人员账号登录；客户账号不能在这里登录。"
      onSubmit={() => void submit()}
      isBusy={isBusy}
      submitText="登录"
      refusal={refusal}
    >
      <PublicField
        label="账号"
        name="login"
        value={login}
        onChange={setLogin}
        autoComplete="username"
        error={errors.login ?? null}
        autoFocus
      />
      <PublicField
        label="密码"
        name="password"
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        error={errors.password ?? null}
      />
      {wantsCode ? (
        <PublicField
          label="动态验证码"
          name="code"
          inputMode="numeric"
          maxLength={6}
          value={code}
          onChange={setCode}
          autoComplete="one-time-code"
          error={errors.code ?? null}
          note="身份验证器应用里的6位数字"
          autoFocus
        />
      ) : null}
    </PublicForm>
  )
}
