import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signInCalls } from '#contract/identity/sign-in.ts'
import { CallError, send } from '#ui/call.ts'
import { PublicCheck, PublicField } from '#ui/public-form/PublicField.tsx'
import { PublicForm } from '#ui/public-form/PublicForm.tsx'
import { redirectTarget } from '../../paths.ts'
import { forgetSession } from '../../session.ts'
import { solveCaptcha } from '../captcha.ts'
import { PublicLinks } from '../PublicLinks.tsx'
import { type Challenge, SecondStep } from '../SecondStep.tsx'
import { VisitorAside } from '../VisitorAside.tsx'
import { StaffEntry } from './StaffEntry.tsx'

const rememberedLogin = 'hongyan.login'

/**
 * 登录: login name or phone with password, and a second factor where the member uses one. After some failures the browser
 * solves a captcha by itself before the next attempt.
 */
export function Page() {
  const navigate = useNavigate()
  const { search, state } = useLocation() as { search: string; state: { note?: string; login?: string } | null }
  const [login, setLogin] = useState(() => state?.login ?? localStorage.getItem(rememberedLogin) ?? '')
  const [password, setPassword] = useState('')
  const [isRemembered, setRemembered] = useState(() => localStorage.getItem(rememberedLogin) !== null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [refusal, setRefusal] = useState<CallError | null>(null)
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [busy, setBusy] = useState<'no' | 'signing-in' | 'checking'>('no')

  const enter = async () => {
    forgetSession()
    await navigate(redirectTarget(search), { replace: true })
  }

  const tryOnce = (captcha: string) => send(signInCalls.byPassword, { login, password, captcha })

  const submit = async () => {
    const missing = { ...(login.trim() ? {} : { login: '请填写账号' }), ...(password ? {} : { password: '请输入密码' }) }
    setErrors(missing)
    setRefusal(null)
    if (Object.keys(missing).length > 0) return
    setBusy('signing-in')
    try {
      const { challenge: owed } = await tryOnce('').catch(async (error: unknown) => {
        if (!(error instanceof CallError && error.code === 'captcha_required')) throw error
        setBusy('checking')
        return tryOnce(await solveCaptcha())
      })
      if (isRemembered) localStorage.setItem(rememberedLogin, login)
      else localStorage.removeItem(rememberedLogin)
      if (owed) setChallenge(owed)
      else await enter()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setErrors(error.fields)
      setRefusal(error)
    } finally {
      setBusy('no')
    }
  }

  const entry = new URLSearchParams(search).get('enter')
  if (entry !== null) return <StaffEntry token={entry} />
  if (challenge) return <SecondStep challenge={challenge} onDone={enter} onBack={() => setChallenge(null)} />
  return (
    <PublicForm
      title="登录"
      lead={busy === 'checking' ? '正在进行安全验证，请稍候……' : (state?.note ?? '欢迎回来。')}
      onSubmit={() => void submit()}
      isBusy={busy !== 'no'}
      submitText="登录"
      refusal={refusal}
      aside={<VisitorAside />}
      links={<PublicLinks to={['/user/sms', '/user/recovery', '/user/_registry']} />}
    >
      <PublicField
        label="账号"
        name="login"
        value={login}
        onChange={setLogin}
        autoComplete="username"
        placeholder="登录名或手机号"
        error={errors.login ?? null}
        autoFocus={login === ''}
      />
      <PublicField
        label="密码"
        name="password"
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        error={errors.password ?? null}
        autoFocus={login !== ''}
      />
      <PublicCheck isChecked={isRemembered} onChange={setRemembered}>
        记住账号
      </PublicCheck>
    </PublicForm>
  )
}
