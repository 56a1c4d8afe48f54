import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pageRoute } from '#console/routes.tsx'
import type { PagePath } from '#contract/pages.ts'
import { pathTo } from '../paths.ts'
import { useMe } from '../session.ts'

/** Whether a page is there and the signed-in member may open it. */
export function useReachable(): (path: PagePath) => boolean {
  const permissions = useMe().data?.permissions ?? []
  return path => {
    const route = pageRoute(path)
    return Boolean(route?.isReal && (!route.permission || permissions.includes(route.permission)))
  }
}

/** A link to a page of the console; plain words where the page isn't there yet or the member may not open it. */
export function RealLink({ to, query = {}, children }: { to: PagePath; query?: Record<string, string>; children: ReactNode }) {
  return useReachable()(to) ? <Link to={pathTo(to, query)}>{children}</Link> : children
}
