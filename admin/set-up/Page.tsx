import { useState } from 'react'
import { useNavigate } from 'react-router'
import { forgetSession } from '#admin/session.ts'
import { adminSignInCalls } from '#contract/staff/admin-sign-in.ts'
import { CallError, send } from '#ui/call.ts'
import { PublicField } from '#ui/public-form/PublicField.tsx'
import { PublicForm } from '#ui/public-form/PublicForm.tsx'
import { firstOrThrow } from '#values/or-throw.ts'

const { shape } = adminSignInCalls.setUp.input

/** 创建管理员: the first administrator, by the link that the platform's start prints; its token is in the fragment. */
export function Page() {
  const navigate = useNavigate()
  const [values, setValues] = useState({ login: '', name: '', password: '', repeated: '' })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [refusal, setRefusal] = useState<CallError | null>(null)
  const [isBusy, setBusy] = useState(false)

  const submit = async () => {
    const { repeated, ...input } = values
    const wrong: Record<string, string> = {}
    for (const name of ['login', 'name', 'password'] as const) {
      const parsed = shape[name].safeParse(input[name])
      if (!parsed.success) wrong[name] = firstOrThrow(parsed.error.issues).message
    }
    if (repeated !== input.password) wrong.repeated = '两次输入的密码不一致'
    setErrors(wrong)
    setRefusal(null)
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    try {
      await send(adminSignInCalls.setUp, { ...input, token: location.hash.slice(1) || '-' })
      forgetSession()
      await navigate('/', { replace: true })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setErrors(error.fields)
      setRefusal(error)
    } finally {
      setBusy(false)
    }
  }
  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    onChange: (value: string) => setValues(before => ({ ...before, [name]: value })),
    error: errors[name] ?? null,
  })

  return (
    <PublicForm
      title="创建管理员"
      lead="平台还没有管理员。这个链接只能用一次，密码由您自己设置。"
      onSubmit={() => void submit()}
      isBusy={isBusy}
      submitText="创建并登录"
      refusal={refusal}
    >
      <PublicField label="登录名" {...field('login')} autoComplete="username" note="4-20位字母、数字、_或-，以字母开头" autoFocus />
      <PublicField label="姓名" {...field('name')} autoComplete="name" />
      <PublicField label="密码" type="password" {...field('password')} autoComplete="new-password" note="8-16位，同时包含字母和数字" />
      <PublicField label="再输一次密码" type="password" {...field('repeated')} autoComplete="new-password" />
    </PublicForm>
  )
}
