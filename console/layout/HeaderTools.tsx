import { DownloadOutlined, DownOutlined, UserOutlined } from '@ant-design/icons'
import { App, type MenuProps } from 'antd'
import type { ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { routes } from '#console/routes.tsx'
import { type Me, signOut, useMay } from '#console/session.ts'
import { useLinkUnits } from '#console/shared/link-units.ts'
import { useReachable } from '#console/shared/PageLink.tsx'
import { placeOf } from '#console/site-map.ts'
import { roles } from '#contract/identity/permission.ts'
import type { PagePath } from '#contract/pages.ts'
import { terms } from '#contract/terms.ts'
import { Segments, thousands } from '#ui/display/Count.tsx'
import { Money, WholeFen } from '#ui/display/Money.tsx'
import { headerButton, headerName } from '#ui/frame/AppFrame.tsx'
import { Help, type HelpFacts } from '#ui/frame/Help.tsx'
import { PageCount } from '#ui/frame/PageCount.tsx'
import { ButtonMenu } from '#ui/overlay/ButtonMenu.tsx'
import { useThemeMenu } from '#ui/theme/theme-menu.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { Bell } from './Bell.tsx'
import style from './HeaderTools.module.css'
import type { Marks } from './marks.ts'

/** Balance and package, exports, news, help, and the account's menu. */
export function HeaderTools({ me, marks, help }: { me: Me; marks: Marks; help: HelpFacts }) {
  return (
    <>
      <Figures me={me} />
      {me.permissions.includes('export.read') ? <Exports count={marks[exportPath] ?? 0} /> : null}
      {me.staffName === null ? <Bell /> : null}
      <Help {...help} />
      <AccountMenu me={me} />
    </>
  )
}

const exportPath = '/sms/derivation'

/** 导出中心, with the number of exports under way. */
function Exports({ count }: { count: number }) {
  const { pathname } = useLocation()
  const name = `导出中心${count > 0 ? `，${count} 个进行中` : ''}`
  return (
    <Link
      className={`${headerButton} ${style.export}`}
      to={exportPath}
      aria-label={name}
      title={name}
      data-idle={count === 0 || undefined}
      aria-current={pathname === exportPath ? 'page' : undefined}
    >
      <DownloadOutlined />
      <PageCount count={count} />
    </Link>
  )
}

function Figures({ me }: { me: Me }) {
  const { pathname } = useLocation()
  const isOfLinks = useMay('account.read') && pathname.startsWith('/shorturl/')
  const segments = me.packages.reduce((sum, one) => sum + one.remainingSegments, 0)
  return (
    <>
      {me.availableHao === null ? null : (
        <Figure name={terms.available} to="/system/finance/overview">
          <WholeFen>
            <Money hao={me.availableHao} />
          </WholeFen>
        </Figure>
      )}
      {isOfLinks ? (
        <LinkUnits />
      ) : (
        <Figure
          name="短信套餐"
          to="/sms/combo"
          isPackage
          about={me.packages.map(one => `${one.name}：${thousands(one.remainingSegments)}条`).join('\n')}
        >
          <Segments count={segments} />
        </Figure>
      )}
    </>
  )
}

/** On the pages of short links: the remaining units of their package, which messages don't use. */
function LinkUnits() {
  const units = useLinkUnits()
  return (
    <Figure name="短链套餐" to="/shorturl/combo" isPackage>
      {units ? `${thousands(Math.max(0, units.total - units.used))} 次` : '…'}
    </Figure>
  )
}

interface FigureProps {
  name: string
  to: PagePath
  about?: string
  isPackage?: boolean
  children: ReactNode
}

/** A figure that leads to its page, for those who may open it. */
function Figure({ name, to, about, isPackage = false, children }: FigureProps) {
  const className = `${style.figure}${isPackage ? ` ${style.package}` : ''}`
  const content = (
    <>
      <span className={style.label}>{name}</span>
      <span>{children}</span>
    </>
  )
  return useReachable()(to) ? (
    <Link className={className} to={to} title={about}>
      {content}
    </Link>
  ) : (
    <span className={className} title={about}>
      {content}
    </span>
  )
}

/** Shows the previous sign-in, so that a stranger's is noticed. */
const lastSignInText = ({ at, address }: NonNullable<Me['lastSignIn']>) =>
  `上次登录 ${formatChinaTime(new Date(at))}${address ? ` · ${address}` : ''}`

const accountPages = placeOf('/system/uaccount/userinfo')?.entry.tabs ?? []

function AccountMenu({ me }: { me: Me }) {
  const theme = useThemeMenu()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const isReachable = useReachable()
  const items: MenuProps['items'] = [
    {
      key: 'who',
      type: 'group',
      label: `${me.account.name} · ${roles[me.member.role].name}`,
      children: [],
    },
    ...(me.lastSignIn ? [{ key: 'last', type: 'group' as const, label: lastSignInText(me.lastSignIn), children: [] }] : []),
    { type: 'divider' },
    ...accountPages.filter(isReachable).map(path => ({ key: path, label: routes[path].title, onClick: () => void navigate(path) })),
    { type: 'divider' },
    theme,
    { key: 'out', label: '退出登录', onClick: () => void signOut().catch((error: Error) => message.error(error.message)) },
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
