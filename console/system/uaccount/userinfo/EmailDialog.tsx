import { Input } from 'antd'
import { useState } from 'react'
import { emailRule, profileCalls } from '#contract/account/profile.ts'
import { Field } from '#ui/form/Field.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { limits } from '#values/limits.ts'
import { FormDialog } from './FormDialog.tsx'
import { ownAnswers, type Profile } from './profile.ts'

/** Sends a link that verifies the address. */
export function EmailDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const [email, setEmail] = useState(profile.pendingEmail ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const sendLink = useDialogAct(profileCalls.sendEmailLink, {
    invalidates: ownAnswers,
    done: `验证链接已发到${email.trim()}，请在${limits.emailLinkHours}小时内打开`,
    onClose,
  })
  const submit = () => {
    const found = ruleMessage(emailRule, email)
    setProblem(found)
    if (!found) sendLink.mutate({ email })
  }
  return (
    <FormDialog
      title={profile.email ? '更换邮箱' : '绑定邮箱'}
      okText="发送验证链接"
      isBusy={sendLink.isPending}
      error={sendLink.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="邮箱地址" hint="我们会发一封带链接的邮件，在这个浏览器里打开链接后生效" error={problem}>
        {control => (
          <Input
            {...control}
            autoFocus
            type="email"
            autoComplete="email"
            maxLength={limits.emailCharacters}
            value={email}
            onChange={event => setEmail(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
