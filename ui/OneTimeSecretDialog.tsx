import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { CopyButton } from './CopyButton.tsx'
import { Dialog } from './Dialog.tsx'
import style from './OneTimeSecretDialog.module.css'

interface OneTimeSecretDialogProps {
  /** What is told, as the sentence at the end names it: 密码. */
  what: string
  title: string
  warning: string
  lines: readonly { name: string; value: string; copyLabel: string }[]
  onClose: () => void
}

/** A secret and what belongs to it, this once; it is closed only when its reader says that it is kept. */
export function OneTimeSecretDialog({ what, title, warning, lines, onClose }: OneTimeSecretDialogProps) {
  const [isKept, setKept] = useState(false)
  return (
    <Dialog
      open
      title={title}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" disabled={!isKept} onClick={onClose}>
          完成
        </Button>
      }
    >
      <p className={style.warn}>{warning}</p>
      <dl className={style.lines}>
        {lines.map(({ name, value, copyLabel }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{value}</code>
              <CopyButton text={value} label={copyLabel} />
            </dd>
          </div>
        ))}
      </dl>
      <Checkbox checked={isKept} onChange={event => setKept(event.target.checked)}>
        我已保存好{what}
      </Checkbox>
    </Dialog>
  )
}
