import { OneTimeSecretDialog } from '#ui/OneTimeSecretDialog.tsx'

interface PasswordDialogProps {
  address: string
  credentials: { systemId: string; password: string }
  onClose: () => void
}

/** Shows a new password once, with all the values that a program needs to bind. */
export const PasswordDialog = ({ address, credentials, onClose }: PasswordDialogProps) => (
  <OneTimeSecretDialog
    what="密码"
    title="请现在保存密码"
    warning="密码只显示这一次，我们也无法再查到。SMPP没有加密，请在应用配置的“安全”中设置IP白名单。"
    lines={[
      { name: '地址', value: address, copyLabel: '复制地址' },
      { name: '系统ID', value: credentials.systemId, copyLabel: '复制系统ID' },
      { name: '密码', value: credentials.password, copyLabel: '复制密码' },
    ]}
    onClose={onClose}
  />
)
