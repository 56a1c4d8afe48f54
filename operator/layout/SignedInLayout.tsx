import { ApiOutlined, AuditOutlined, FileSearchOutlined, HomeOutlined, TeamOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { AntdProvider } from '#console/ui/AntdProvider.tsx'
import { AppFrame, type Crumb, type MenuItem } from '#console/ui/AppFrame.tsx'
import { ErrorPanel } from '#console/ui/ErrorPanel.tsx'
import { NewVersionBar, OfflineBar } from '#console/ui/NoticeBars.tsx'
import { Palette } from '#console/ui/Palette.tsx'
import { staffPermissionNames } from '#contract/permission.ts'
import { routeOf, routes } from '../routes.tsx'
import type { Me } from '../session.ts'
import { SessionEnded } from './SessionEnded.tsx'
import { StaffMenu } from './StaffMenu.tsx'

const icons: Record<string, ReactNode> = {
  '/': <HomeOutlined />,
  '/reviews': <AuditOutlined />,
  '/customers': <TeamOutlined />,
  '/channels': <ApiOutlined />,
  '/activity': <FileSearchOutlined />,
}

/** The pages that a person may open, in the order of the route table. */
const menuFor = (me: Me): MenuItem[] =>
  Object.entries(routes)
    .filter(([path, { permission }]) => path in icons && (permission === null || me.permissions.includes(permission)))
    .map(([path, { title }]) => ({ path, title, icon: icons[path] }))

/** The back office's frame around a page, in antd's provider. */
export function SignedInLayout({ me, children }: { me: Me; children: ReactNode }) {
  const { pathname } = useLocation()
  const permission = routeOf(pathname)?.permission ?? null
  const menu = menuFor(me)
  return (
    <AntdProvider>
      <AppFrame
        home="/"
        name="运营后台"
        menu={[{ title: '', items: menu }]}
        crumbs={crumbsOf(pathname)}
        tools={<StaffMenu me={me} />}
        bars={
          <>
            <OfflineBar />
            <NewVersionBar />
          </>
        }
      >
        {permission === null || me.permissions.includes(permission) ? children : <Forbidden name={staffPermissionNames[permission]} />}
      </AppFrame>
      <Palette items={menu.map(({ path, title }) => ({ path, title, area: '', initials: routeOf(path)?.initials ?? '' }))} />
      <SessionEnded me={me} />
    </AntdProvider>
  )
}

const Forbidden = ({ name }: { name: string }) => (
  <ErrorPanel error={{ status: 403, message: `打开这个页面需要“${name}”的权限，请联系平台管理员。` }} />
)

function crumbsOf(pathname: string): Crumb[] {
  if (pathname === '/') return [{ title: routes['/'].title }]
  return [{ title: routes['/'].title, path: '/' }, { title: routeOf(pathname)?.title ?? '页面不存在' }]
}
