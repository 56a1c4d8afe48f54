import { Button } from 'antd'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Facts } from '#ui/display/Facts.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'

/** An initial password, shown once. */
export function InitialPassword({
  name,
  login,
  password,
  onClose,
}: {
  name: string
  login: string
  password: string
  onClose: () => void
}) {
  return (
    <Dialog
      open
      title={`${name}的初始密码`}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClose}>
          已交给本人
        </Button>
      }
    >
      <p>密码只显示这一次，请当面或用安全的方式交给本人。他登录后必须先修改密码。</p>
      <Facts
        facts={[
          ['登录名', login],
          [
            '初始密码',
            <>
              <code>{password}</code> <CopyButton text={password} label="复制密码" />
            </>,
          ],
        ]}
      />
    </Dialog>
  )
}
