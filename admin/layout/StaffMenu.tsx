import { DownOutlined, UserOutlined } from '@ant-design/icons'
import { App, type MenuProps } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Me, signOut } from '#admin/session.ts'
import { staffRoles } from '#contract/identity/permission.ts'
import { headerButton, headerName } from '#ui/frame/AppFrame.tsx'
import { ButtonMenu } from '#ui/overlay/ButtonMenu.tsx'
import { useThemeMenu } from '#ui/theme/theme-menu.ts'
import { PasswordDialog } from './PasswordDialog.tsx'

/** The signed-in person, the theme, and signing out. */
export function StaffMenu({ me }: { me: Me }) {
  const theme = useThemeMenu()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const [isChanging, setChanging] = useState(false)
  const items: MenuProps['items'] = [
    { key: 'who', type: 'group', label: `${me.staff.login} · ${staffRoles[me.staff.role].name}`, children: [] },
    theme,
    { key: 'account', label: '我的账号', onClick: () => void navigate('/account') },
    { key: 'password', label: '修改密码', onClick: () => setChanging(true) },
    { type: 'divider' },
    { key: 'out', label: '退出登录', onClick: () => void signOut().catch((error: Error) => message.error(error.message)) },
  ]
  return (
    <>
      <ButtonMenu menu={{ items }} placement="bottomRight">
        <button type="button" className={headerButton} aria-label={`我的菜单：${me.staff.name}`}>
          <UserOutlined />
          <span className={headerName}>{me.staff.name}</span>
          <DownOutlined style={{ fontSize: 10 }} />
        </button>
      </ButtonMenu>
      {isChanging ? <PasswordDialog onClose={() => setChanging(false)} /> : null}
    </>
  )
}
