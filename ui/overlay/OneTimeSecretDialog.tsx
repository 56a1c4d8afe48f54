import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { CopyButton } from '#ui/CopyButton.tsx'
import { saveFile } from '#ui/csv-file.ts'
import { Dialog } from './Dialog.tsx'
import style from './OneTimeSecretDialog.module.css'

interface OneTimeSecretDialogProps {
  /** The name of the secret in the closing sentence: 密码. */
  what: string
  title: string
  warning: string
  lines: readonly { name: string; value: string; copyLabel: string }[]
  onClose: () => void
}

/** Dialog with a secret that is shown only once; it closes only when the reader confirms that it is saved. */
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
        <>
          <Button onClick={() => saveFile(new Blob([lines.map(({ name, value }) => `${name}: ${value}\n`).join('')]), `${what}.txt`)}>
            下载
          </Button>
          <Button type="primary" disabled={!isKept} onClick={onClose}>
            完成
          </Button>
        </>
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
