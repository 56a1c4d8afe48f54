import { type EsmeProtocol, ingressNames } from '#contract/apps/app-labels.ts'
import { OneTimeSecretDialog } from '#ui/overlay/OneTimeSecretDialog.tsx'
import { loginNames } from './protocol.ts'

export interface EsmeCredentials {
  loginName: string
  password: string
}

interface PasswordDialogProps {
  protocol: EsmeProtocol
  address: string
  credentials: EsmeCredentials
  onClose: () => void
}

/** Shows a new password once, with all the values that a program needs to bind. */
export const PasswordDialog = ({ protocol, address, credentials, onClose }: PasswordDialogProps) => (
  <OneTimeSecretDialog
    what="密码"
    title="请现在保存密码"
    warning={`密码只显示这一次，我们也无法再查到。${ingressNames[protocol]}没有加密，请在应用配置的“安全”中设置IP白名单。`}
    lines={[
      { name: '地址', value: address, copyLabel: '复制地址' },
      { name: loginNames[protocol], value: credentials.loginName, copyLabel: `复制${loginNames[protocol]}` },
      { name: '密码', value: credentials.password, copyLabel: '复制密码' },
    ]}
    onClose={onClose}
  />
)
