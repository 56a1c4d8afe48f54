import { isPage, pageRoute, routes } from '#console/routes.tsx'
import { placeOf } from '#console/site-map.ts'
import type { SkeletonHead } from '#ui/frame/FrameSkeleton.tsx'

/** The head of a member's page while it loads, with the tabs of whoever may open all of them. */
export function skeletonHead(path: string): SkeletonHead | null {
  const route = pageRoute(path)
  if (!route || !isPage(path) || route.audience !== 'member') return null
  const tabs = placeOf(path)?.entry.tabs ?? []
  const hasTabs = tabs.length > 1 && tabs.includes(path)
  return { title: route.title, tabs: hasTabs ? tabs.map(tab => routes[tab].title) : [], note: route.note }
}
