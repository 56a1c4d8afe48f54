import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import style from './Userinfo.module.css'

/** Ten recovery codes that are shown once; closing needs a confirmation that they are saved. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const [isKept, setKept] = useState(false)
  const text = codes.join('\n')
  return (
    <Dialog
      open
      title="请保存备用验证码"
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      width={480}
      footer={
        <Button type="primary" disabled={!isKept} onClick={onClose}>
          完成
        </Button>
      }
    >
      <p>手机丢失或更换时，用其中一个代替动态验证码登录，每个只能用一次。它们只显示这一次，请打印或保存在安全的地方。</p>
      <ul className={style.codes}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className={style.acts} style={{ justifyContent: 'flex-start' }}>
        <CopyButton text={text} label="复制全部" />
        <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(`鸿雁备用验证码\n${text}\n`)}`} download="鸿雁备用验证码.txt">
          下载为文本文件
        </a>
      </p>
      <Checkbox checked={isKept} onChange={event => setKept(event.target.checked)}>
        我已保存好这些验证码
      </Checkbox>
    </Dialog>
  )
}
