import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { pageRoute } from '#console/routes.tsx'
import { PublicFrame, strongLink } from '#ui/frame/PublicFrame.tsx'

export function PublicLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  // The recipient of a message and the reader of a shared report have no use for account links.
  const links =
    pathname.startsWith('/landpage/') || pageRoute(pathname)?.sharedBy ? null : (
      <>
        {pathname === '/user/login' ? null : <Link to="/user/login">登录</Link>}
        {pathname === '/user/_registry' ? null : (
          <Link className={strongLink} to="/user/_registry">
            免费注册
          </Link>
        )}
      </>
    )
  return (
    <PublicFrame links={links} footer="鸿雁 · 自主部署的短信与短链接平台">
      {children}
    </PublicFrame>
  )
}
