import { OneTimeSecretDialog } from '#ui/overlay/OneTimeSecretDialog.tsx'
import type { OneTimeSecret } from './apps.ts'

/** A new key, shown once. */
export const SecretDialog = ({ secret: { accessKeyId, accessKeySecret }, onClose }: { secret: OneTimeSecret; onClose: () => void }) => (
  <OneTimeSecretDialog
    what="AccessKeySecret"
    title="请现在保存密钥"
    warning="AccessKeySecret 只显示这一次，我们也无法再查到。请保存到您的密码管理器或程序的密钥配置中，不要写进代码仓库。"
    lines={[
      { name: 'AccessKeyId（腾讯云SDK中是SecretId）', value: accessKeyId, copyLabel: '复制AccessKeyId' },
      { name: 'AccessKeySecret（腾讯云SDK中是SecretKey）', value: accessKeySecret, copyLabel: '复制AccessKeySecret' },
    ]}
    onClose={onClose}
  />
)
