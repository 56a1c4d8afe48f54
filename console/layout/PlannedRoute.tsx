import { useLocation } from 'react-router'
import { pageRoute } from '#console/routes.tsx'
import { PlannedPage } from '#console/ui/PlannedPage.tsx'

/** The page of a route that has no screen yet. */
export function PlannedRoute() {
  const route = pageRoute(useLocation().pathname)
  return <PlannedPage title={route?.title ?? ''} about={route?.about ?? ''} home={route?.audience === 'member' ? '/system/home' : '/'} />
}
