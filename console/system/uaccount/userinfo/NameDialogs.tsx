import { Input } from 'antd'
import { useState } from 'react'
import { nicknameRule, profileCalls } from '#contract/account/profile.ts'
import { loginRule } from '#contract/rules.ts'
import { Field } from '#ui/form/Field.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { limits } from '#values/limits.ts'
import { FormDialog } from './FormDialog.tsx'
import { ownAnswers, type Profile } from './profile.ts'

interface DialogProps {
  profile: Profile
  onClose: () => void
}

export function NameDialog({ profile, onClose }: DialogProps) {
  const [name, setName] = useState(profile.name)
  const [problem, setProblem] = useState<string | null>(null)
  const rename = useDialogAct(profileCalls.rename, { invalidates: ownAnswers, done: '昵称已修改', onClose })
  const submit = () => {
    const found = ruleMessage(nicknameRule, name)
    setProblem(found)
    if (!found) rename.mutate({ name })
  }
  return (
    <FormDialog title="修改昵称" okText="保存" isBusy={rename.isPending} error={rename.error} onSubmit={submit} onClose={onClose}>
      <Field label="昵称" hint="2-20个字，操作日志里用它称呼您" error={problem}>
        {control => (
          <Input
            {...control}
            autoFocus
            maxLength={limits.nicknameMaxCharacters}
            value={name}
            onChange={event => setName(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}

export function LoginDialog({ profile, onClose }: DialogProps) {
  const [login, setLogin] = useState(profile.login ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const change = useDialogAct(profileCalls.changeLogin, { invalidates: ownAnswers, done: '登录名已修改，手机号仍可登录', onClose })
  const submit = () => {
    const found = ruleMessage(loginRule, login)
    setProblem(found)
    if (!found) change.mutate({ login })
  }
  return (
    <FormDialog
      title={profile.login ? '修改登录名' : '设置登录名'}
      okText="保存"
      isBusy={change.isPending}
      error={change.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="登录名" hint="4-20位字母、数字、_ 或 -，字母开头；一年内不能再改" error={problem ?? change.error?.fields.login}>
        {control => <Input {...control} autoFocus maxLength={20} value={login} onChange={event => setLogin(event.target.value)} />}
      </Field>
    </FormDialog>
  )
}
