import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#console/paths.ts'
import { routes } from '#console/routes.tsx'
import { useMe } from '#console/session.ts'
import type { PagePath } from '#contract/pages.ts'

/** Returns whether the signed-in member may open a page. */
export function useReachable(): (path: PagePath) => boolean {
  const permissions = useMe().data?.permissions ?? []
  return path => {
    const { permission } = routes[path]
    return !permission || permissions.includes(permission)
  }
}

/** A link to a page of the console; plain text where the member may not open it. */
export function PageLink({ to, query = {}, children }: { to: PagePath; query?: Record<string, string>; children: ReactNode }) {
  return useReachable()(to) ? <Link to={pathTo(to, query)}>{children}</Link> : children
}
