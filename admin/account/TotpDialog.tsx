import { App, Input, QRCode } from 'antd'
import { useState } from 'react'
import { askMe, queryClient } from '#admin/session.ts'
import { adminSelfCalls } from '#contract/staff/admin-staff.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { useAct } from '#ui/call.ts'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { limits } from '#values/limits.ts'

/** The current password, then the secret as a QR code and as text, then its first code. */
export function TotpDialog({ onClose }: { onClose: () => void }) {
  const { message } = App.useApp()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const begin = useAct(adminSelfCalls.beginTotp)
  const finish = useAct(adminSelfCalls.finishTotp, {
    invalidates: [adminSelfCalls.one],
    onDone: ({ isBound }) => {
      if (!isBound) {
        setProblem('验证码不正确，请确认手机时间准确后再试')
        return
      }
      void message.success('身份验证器已绑定，其他设备已下线')
      void askMe().then(() => queryClient.invalidateQueries())
      onClose()
    },
  })
  const made = begin.data
  const submit = () => {
    setProblem(null)
    if (!made) {
      if (password === '') setProblem('请输入当前密码')
      else begin.mutate({ password })
    } else if (code.length === limits.oneTimeCodeDigits) finish.mutate({ code })
    else setProblem(`请输入${limits.oneTimeCodeDigits}位数字`)
  }
  return (
    <Dialog
      open
      title="绑定身份验证器"
      okText={made ? '完成绑定' : '下一步'}
      cancelText="取消"
      confirmLoading={begin.isPending || finish.isPending}
      onOk={submit}
      onCancel={onClose}
      width={520}
    >
      <form
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        {made ? (
          <>
            <p>在手机的身份验证器应用里扫描二维码，或手动输入密钥：</p>
            <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 20, marginBottom: 16 }}>
              <QRCode value={made.uri} size={168} bgColor="#ffffff" color="#000000" />
              <div style={{ flex: 1, minWidth: 200, overflowWrap: 'anywhere' }}>
                <code>{made.secret.match(/.{1,4}/g)?.join(' ')}</code> <CopyButton text={made.secret} label="复制密钥" />
              </div>
            </div>
            <Field label="动态验证码" hint="应用里显示的6位数字，每30秒换一个" error={problem}>
              {control => (
                <Input
                  {...control}
                  autoFocus
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  maxLength={limits.oneTimeCodeDigits}
                  value={code}
                  onChange={event => setCode(event.target.value.replace(/\D/g, ''))}
                />
              )}
            </Field>
          </>
        ) : (
          <Field label="当前密码" hint="确认是您本人" error={problem ?? begin.error?.fields.password}>
            {control => (
              <Input.Password
                {...control}
                autoFocus
                autoComplete="current-password"
                value={password}
                onChange={event => setPassword(event.target.value)}
              />
            )}
          </Field>
        )}
      </form>
      <FormRefusal error={begin.error?.fields.password ? null : (begin.error ?? finish.error)} />
    </Dialog>
  )
}
