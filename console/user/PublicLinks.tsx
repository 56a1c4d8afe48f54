import { Link, useLocation } from 'react-router'

const pages = {
  '/user/login': '密码登录',
  '/user/sms': '短信登录',
  '/user/recovery': '找回密码',
  '/user/_registry': '免费注册',
} as const
export type PublicPath = keyof typeof pages

/** Ways to the other pages of visitors, which lead on to the same place. */
export function PublicLinks({ to }: { to: readonly PublicPath[] }) {
  const { search } = useLocation()
  return to.map(pathname => (
    <Link key={pathname} to={{ pathname, search }}>
      {pages[pathname]}
    </Link>
  ))
}
