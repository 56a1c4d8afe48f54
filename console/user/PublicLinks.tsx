import { Link, useLocation } from 'react-router'

const pages = {
  '/user/login': '密码登录',
  '/user/sms': '短信登录',
  '/user/recovery': '找回密码',
  '/user/_registry': '免费注册',
} as const
export type PublicPath = keyof typeof pages

/** Links to the other visitors' pages, keeping the redirect target. */
export function PublicLinks({ to }: { to: readonly PublicPath[] }) {
  const { search } = useLocation()
  return to.map(pathname => (
    <Link key={pathname} to={{ pathname, search }}>
      {pages[pathname]}
    </Link>
  ))
}
