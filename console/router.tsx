import { createBrowserRouter, type RouteObject } from 'react-router'
import { loadChunk } from '#ui/frame/chunk.ts'
import { PageError } from '#ui/frame/PageError.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { GlobalLayout } from './layout/GlobalLayout.tsx'
import { NotFoundRoute } from './layout/NotFoundRoute.tsx'
import { isForVisitors, pageRoute, routes } from './routes.tsx'
import { mayBeSignedIn, prefetchMe } from './session.ts'

const pages: RouteObject[] = Object.entries(routes).map(([path, { load }]) => ({
  path,
  lazy: async () => ({ Component: (await loadChunk(load)).Page }),
  HydrateFallback: PageSkeleton,
  ErrorBoundary: PageError,
}))

// The session is queried while the page's chunk loads, so that the first screen waits for one round trip, not two.
const isForMembers = pageRoute(location.pathname)?.audience === 'member'
if (!isForVisitors(location.pathname, location.search) && (isForMembers || mayBeSignedIn())) void prefetchMe()

/** All pages under one global layout. */
export const router = createBrowserRouter([
  {
    Component: GlobalLayout,
    ErrorBoundary: PageError,
    children: [...pages, { path: '*', Component: NotFoundRoute }],
  },
])
