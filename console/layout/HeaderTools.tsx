import { DownOutlined, UserOutlined } from '@ant-design/icons'
import { App, type MenuProps } from 'antd'
import { useLocation } from 'react-router'
import { forgetSession, type Me, signOutCall, useMay } from '#console/session.ts'
import { roles } from '#contract/identity/permission.ts'
import { linkPackageCalls } from '#contract/links/link-package.ts'
import { headerButton, headerName } from '#ui/AppFrame.tsx'
import { ButtonMenu } from '#ui/ButtonMenu.tsx'
import { Segments, thousands } from '#ui/Count.tsx'
import { send, useCall } from '#ui/call.ts'
import { Money, WholeFen } from '#ui/Money.tsx'
import { useThemeMenu } from '#ui/theme-menu.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { Bell } from './Bell.tsx'
import style from './HeaderTools.module.css'

/** The balance and the account's menu. */
export function HeaderTools({ me }: { me: Me }) {
  return (
    <>
      <Figures me={me} />
      {me.staffName === null ? <Bell /> : null}
      <AccountMenu me={me} />
    </>
  )
}

function Figures({ me }: { me: Me }) {
  const { pathname } = useLocation()
  const isOfLinks = useMay('account.read') && pathname.startsWith('/shorturl/')
  const segments = me.packages.reduce((sum, one) => sum + one.remainingSegments, 0)
  return (
    <dl className={style.figures}>
      {me.availableHao === null ? null : (
        <div>
          <dt>余额</dt>
          <dd>
            <WholeFen>
              <Money hao={me.availableHao} />
            </WholeFen>
          </dd>
        </div>
      )}
      {isOfLinks ? (
        <LinkUnits />
      ) : (
        <div title={me.packages.map(one => `${one.name}：${one.remainingSegments.toLocaleString('en-US')}条`).join('\n')}>
          <dt>短信套餐</dt>
          <dd>
            <Segments count={segments} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** On the pages of short links: the remaining units of their package, which messages don't use. */
function LinkUnits() {
  const units = useCall(linkPackageCalls.units, {}).data
  if (!units) return null
  return (
    <div>
      <dt>短链套餐</dt>
      <dd>{thousands(Math.max(0, units.total - units.used))} 次</dd>
    </div>
  )
}

/** Shows the previous sign-in, so that a stranger's is noticed. */
const lastSignInText = ({ at, address }: NonNullable<Me['lastSignIn']>) =>
  `上次登录 ${formatChinaTime(new Date(at)).slice(0, 16)}${address ? ` · ${address}` : ''}`

function AccountMenu({ me }: { me: Me }) {
  const theme = useThemeMenu()
  const { message } = App.useApp()
  const signOut = () =>
    send(signOutCall, {}).then(
      () => {
        forgetSession()
        // Drafts of this tab must not be visible to the next person.
        sessionStorage.clear()
        location.assign('/user/login')
      },
      (error: Error) => message.error(error.message),
    )
  const items: MenuProps['items'] = [
    {
      key: 'who',
      type: 'group',
      label: `${me.account.name} · ${roles[me.member.role].name}`,
      children: [],
    },
    ...(me.lastSignIn ? [{ key: 'last', type: 'group' as const, label: lastSignInText(me.lastSignIn), children: [] }] : []),
    theme,
    { type: 'divider' },
    { key: 'out', label: '退出登录', onClick: signOut },
  ]
  return (
    <ButtonMenu menu={{ items }} placement="bottomRight">
      <button type="button" className={headerButton} aria-label={`账户菜单：${me.member.name || me.member.login}`}>
        <UserOutlined />
        <span className={headerName}>{me.member.name || me.member.login}</span>
        <DownOutlined style={{ fontSize: 10 }} />
      </button>
    </ButtonMenu>
  )
}
