import { Button } from 'antd'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import layout from '#ui/theme/layout.module.css'
import { CodeBlock } from '../../app-manage/CodeBlock.tsx'
import style from './Webhook.module.css'

const sample = `// Node.js: body 是收到的原始正文，header 是 X-Hongyan-Signature
import { createHmac, timingSafeEqual } from 'node:crypto'

function isFromHongyan(header, body, secret) {
  const parts = header.split(',').map(part => part.split('='))
  const t = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (Math.abs(Date.now() / 1000 - Number(t)) > 300) return false
  const expected = createHmac('sha256', secret).update(t + '.' + body).digest()
  return parts
    .filter(([name]) => name === 'v1')
    .some(([, hex]) => hex.length === 64 && timingSafeEqual(Buffer.from(hex, 'hex'), expected))
}`

/** The secret of the webhook signature, and how a program verifies it. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      open
      width={640}
      title="签名密钥"
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          完成
        </Button>
      }
    >
      <div className={style.stack}>
        <p className={style.note}>
          每次推送都带有签名。您的程序验证签名后再处理，就能确认事件来自鸿雁；同一事件可能收到多次，请按事件的 id 去重。
        </p>
        <div className={`${layout.line12} ${style.head}`}>
          <code>{secret}</code>
          <CopyButton text={secret} label="复制签名密钥" />
        </div>
        <CodeBlock name="验证签名" code={sample} />
      </div>
    </Dialog>
  )
}
