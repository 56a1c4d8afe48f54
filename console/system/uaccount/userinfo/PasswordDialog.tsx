import { App, Input } from 'antd'
import { useState } from 'react'
import { profileCalls } from '#contract/account/profile.ts'
import { passwordRule } from '#contract/rules.ts'
import { useAct } from '#ui/call.ts'
import { Field } from '#ui/form/Field.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { limits } from '#values/limits.ts'
import { FormDialog } from './FormDialog.tsx'
import { ownAnswers } from './profile.ts'

type Problems = Partial<Record<'current' | 'password' | 'again', string>>

/** The current password and the new one twice; other devices are signed out. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { message } = App.useApp()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const change = useAct(profileCalls.changePassword, {
    invalidates: ownAnswers,
    onDone: ({ isChanged }) => {
      if (!isChanged) {
        setProblems({ current: '当前密码不正确' })
        return
      }
      void message.success('密码已修改，其他设备已下线')
      onClose()
    },
  })
  const submit = () => {
    const rule = ruleMessage(passwordRule, password)
    const found: Problems = {
      ...(current === '' ? { current: '请输入当前密码' } : {}),
      ...(rule ? { password: rule } : {}),
      ...(again === password ? {} : { again: '两次输入的密码不一致' }),
    }
    setProblems(found)
    if (Object.keys(found).length === 0) change.mutate({ current, password })
  }
  return (
    <FormDialog title="修改密码" okText="修改" isBusy={change.isPending} error={change.error} onSubmit={submit} onClose={onClose}>
      <Field label="当前密码" error={problems.current}>
        {control => (
          <Input.Password
            {...control}
            autoFocus
            autoComplete="current-password"
            value={current}
            onChange={event => setCurrent(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="新密码"
        hint={`8-16位，包含字母和数字；不能与最近${limits.passwordsKept}次用过的相同`}
        error={problems.password ?? change.error?.fields.password}
      >
        {control => (
          <Input.Password
            {...control}
            autoComplete="new-password"
            maxLength={limits.passwordMaxCharacters}
            value={password}
            onChange={event => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Field label="再次输入新密码" error={problems.again}>
        {control => (
          <Input.Password
            {...control}
            autoComplete="new-password"
            maxLength={limits.passwordMaxCharacters}
            value={again}
            onChange={event => setAgain(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
